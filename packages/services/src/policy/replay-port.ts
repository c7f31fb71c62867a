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

/** The answers for the parts of an org's calls as one. */
export function joinPreviews(parts: readonly PreviewAnswer[]): PreviewAnswer {
  const total = (of: (part: PreviewAnswer) => number): number =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const times = parts.flatMap(({ sinceMs }) => sinceMs ?? []);
  const seen = { refused: 0, asking: 0, allowed: 0 };
  return {
    calls: total(({ calls }) => calls),
    onFacts: total(({ onFacts }) => onFacts),
    sinceMs: times.length === 0 ? null : Math.min(...times),
    tookMs: Math.max(0, ...parts.map(({ tookMs }) => tookMs)),
    refused: total(({ refused }) => refused),
    asking: total(({ asking }) => asking),
    allowed: total(({ allowed }) => allowed),
    flips: parts
      .flatMap(({ flips }) => flips)
      .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
      .filter(({ kind }) => {
        seen[kind] += 1;
        return seen[kind] <= mostFlips;
      }),
  };
}

export function joinHits(parts: readonly HitsAnswer[]): HitsAnswer {
  const hits = new Map<string, EntryHit>();
  for (const hit of parts.flatMap((part) => part.hits)) {
    const key = `${hit.path} ${hit.entry}`;
    const before = hits.get(key);
    hits.set(key, {
      ...hit,
      count: hit.count + (before?.count ?? 0),
      lastMs: Math.max(hit.lastMs, before?.lastMs ?? 0),
    });
  }
  return { calls: parts.reduce((sum, { calls }) => sum + calls, 0), hits: [...hits.values()] };
}
