import type { Announcer, Subscriber } from "../redis.ts";

const channel = "logins.ended";

/** Says that logins or tokens have ended or may read less than before; what streams looks again what they may. */
export function announceEndedLogins(announcer: Announcer): void {
  announcer.announce(channel);
}

export function onEndedLogins(subscriber: Subscriber, look: () => void): () => void {
  return subscriber.subscribe(channel, look);
}
