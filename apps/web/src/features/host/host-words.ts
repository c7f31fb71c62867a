import type { HostState } from "@gatehouse/core/host-state";

/** What each state means for whoever has work on a host. */
export const hostWords: Record<HostState, string> = {
  ok: "It takes work.",
  late: "Its worker has not answered for some seconds. What waits runs when it does.",
  gone: "Its worker does not answer. What it was running is recorded as lost; what waits runs when the worker is started again.",
  draining: "It takes nothing new. What runs goes on to its end; what waits keeps its place.",
  cordoned: "It takes no new sessions. Those it has go on as before.",
  unfit: "Its self-test found that it cannot isolate commands, so it gets no new session.",
  incompatible: "Its worker is of another release than this installation and takes nothing. Update it.",
  removed: "It was removed, and its files with it.",
};
