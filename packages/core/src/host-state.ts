/** What a host is at a moment, from what an admin wants of it and what is known of its worker. */
export const hostIntents = ["ok", "cordoned", "draining"] as const;
export type HostIntent = (typeof hostIntents)[number];

export type HostState = HostIntent | "late" | "gone" | "unfit" | "incompatible" | "removed";

export type HostFacts = {
  intent: string;
  /** since its worker was last heard of, by the clock of the database */
  silentMs: number;
  /** its worker speaks what the installation speaks */
  compatible: boolean;
  /** its self-test found that it can isolate commands */
  fit: boolean;
  removed: boolean;
};

/** A worker is heard of every 2 s; from here on what it runs is being called lost. */
export const lateMs = 8_000;
export const goneMs = 30_000;

export function hostState(facts: HostFacts): HostState {
  if (facts.removed) return "removed";
  if (!facts.compatible) return "incompatible";
  if (facts.silentMs > goneMs) return "gone";
  if (facts.silentMs > lateMs) return "late";
  if (facts.intent === "draining" || facts.intent === "cordoned") return facts.intent;
  return facts.fit ? "ok" : "unfit";
}

/** Takes new sessions. */
export function takesSessions(state: HostState): boolean {
  return state === "ok";
}

const label = /^[a-z0-9][a-z0-9._=/-]{0,62}$/;

export function isHostLabel(text: string): boolean {
  return label.test(text);
}

export const mostLabels = 20;
