import { availableParallelism } from "node:os";
import {
  type HitsAnswer,
  joinHits,
  joinPreviews,
  type PolicyReplay,
  type PreviewAnswer,
} from "@gatehouse/services/policy/replay-port";
import { createReplayThread } from "./create-replay-thread.ts";
import type { ReplaySettings, ReplayWork } from "./replay-message.ts";

const mostThreads = 4;

/** Each thread judges its part of the calls: equal calls are of one part, and judged once. */
export function createReplay(settings: ReplaySettings): PolicyReplay {
  const count = Math.min(mostThreads, availableParallelism());
  const threads = Array.from({ length: count }, (_, index) => createReplayThread(settings, { index, count }));
  const askAll = <Answer>(work: ReplayWork): Promise<Answer[]> =>
    Promise.all(threads.map(async (thread) => (await thread.ask(work)) as Answer));
  return {
    preview: async (orgId, of) =>
      joinPreviews(await askAll<PreviewAnswer>({ kind: "preview", orgId, ...of })),
    hits: async (orgId, document) => joinHits(await askAll<HitsAnswer>({ kind: "hits", orgId, document })),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
