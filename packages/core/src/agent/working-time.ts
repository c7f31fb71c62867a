/** When a call made somebody wait: from when it needed no person any more until it was over. Milliseconds. */
export type CallSpan = {
  requestedMs: number;
  /** null: no person was asked */
  approval: { answeredMs: number | null } | null;
  /** null: not over */
  endedMs: number | null;
};

/** The time in which at least one call was at work. What a person took to answer is not in it. */
export function workingTime(calls: readonly CallSpan[], nowMs: number): number {
  const spans = calls
    .flatMap(({ requestedMs, approval, endedMs }) => {
      const from = approval === null ? requestedMs : approval.answeredMs;
      return from === null ? [] : [{ from, to: Math.max(from, endedMs ?? nowMs) }];
    })
    .sort((a, b) => a.from - b.from);
  let total = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return total;
}
