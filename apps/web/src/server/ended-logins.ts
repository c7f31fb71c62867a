import { onEndedLogins } from "@gatehouse/services/login/ended";
import type { Subscriber } from "@gatehouse/services/redis";
import { wakeSleepers } from "./waker.ts";

let count = 0;
let following: Subscriber | null = null;

/** Grows when logins or tokens ended somewhere: whoever remembers another number looks again whose it is. */
export function endings(): number {
  return count;
}

export function followEndings(subscriber: Subscriber): void {
  if (following === subscriber) return;
  following = subscriber;
  onEndedLogins(subscriber, () => {
    count += 1;
    wakeSleepers();
  });
}
