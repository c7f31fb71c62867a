/**
 * A question as it was shown: the exact call and the round of asking. An answer gives it back; once more was asked for it
 * is another text, so that what a person saw is what they answered. Proof: test/integration/web/approval-abuse.test.ts.
 */
export function shownOf(approval: { inputDigest: string; round: number }): string {
  return `${approval.round}:${approval.inputDigest}`;
}
