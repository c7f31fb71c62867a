import type { Announcer, Subscriber } from "../redis.ts";

const channel = "logins.ended";

/** Says that some logins or tokens have ended; what streams looks again whose they are. */
export function announceEndedLogins(announcer: Announcer): void {
  announcer.announce(channel);
}

export function onEndedLogins(subscriber: Subscriber, look: () => void): () => void {
  return subscriber.subscribe(channel, look);
}
