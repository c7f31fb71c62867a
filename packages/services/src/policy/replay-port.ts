import type { PolicyInput } from "@gatehouse/core/policy/policy";
import type { EntryHit } from "@gatehouse/core/policy/replay/entry-hits";
import type { Flip } from "@gatehouse/core/policy/replay/replay";

/** One call that another policy decides otherwise, with whom and where it was. */
export type FlippedCall = Flip & { memberId: string; sessionId: string; atMs: number; argv: string[] };

export type PreviewAnswer = {
  calls: number;
  /** of these, how many were decided on what a host had seen; the others are judged on names */
  onFacts: number;
  /** time of the oldest; null where there is none */
  sinceMs: number | null;
  tookMs: number;
  refused: number;
  asking: number;
  allowed: number;
  /** newest first, at most `mostFlips` of each kind */
  flips: FlippedCall[];
};

export type HitsAnswer = { calls: number; hits: EntryHit[] };

export const mostFlips = 200;

/** The org's past calls judged again, away from the thread that answers requests. */
export type PolicyReplay = {
  preview(orgId: string, of: { before: PolicyInput; after: PolicyInput }): Promise<PreviewAnswer>;
  hits(orgId: string, document: PolicyInput): Promise<HitsAnswer>;
  close(): Promise<void>;
};
