import type { Channel } from "./channels.ts";

export const deliveryStatuses = ["queued", "sending", "sent", "failed", "dropped"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const second = 1_000;
const minute = 60 * second;

/** How long after each failed attempt the next one comes; after the last there is none. */
const waits: Record<Channel, readonly number[]> = {
  push: [10 * second, minute, 5 * minute],
  email: [30 * second, 2 * minute, 10 * minute, 30 * minute],
  webhook: [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * 60 * minute],
};

/** Milliseconds until another attempt after so many of them; null: it is given up. */
export function nextAttemptMs(channel: Channel, attempts: number): number | null {
  return waits[channel][attempts - 1] ?? null;
}

/** An e-mail about a fresh question leaves time to answer it on the page first; an escalation and other news do not wait. */
export function firstAttemptMs(channel: Channel, of: { kind: string; escalated: boolean }): number {
  return channel === "email" && of.kind === "approval.waits" && !of.escalated ? minute : 0;
}

/** Messages to one target in an hour; what is more stays on the pages. */
export const mostAnHour: Record<Channel, number> = { push: 60, email: 30, webhook: 1_000 };

/**
 * A person is never sent the same twice: whoever died while sending may have sent it. A webhook's receiver knows a message by
 * its id, so that it may come again.
 */
export function mayRepeat(channel: Channel): boolean {
  return channel === "webhook";
}

/** What a notification's data makes new: another round of a question, or the same one after it waited too long. */
export function stageOf(of: { kind: string; id: string; data: Readonly<Record<string, unknown>> }): string {
  if (of.kind !== "approval.waits") return of.id;
  return `${String(of.data["round"] ?? 1)}${of.data["escalated"] === true ? " escalated" : ""}`;
}
