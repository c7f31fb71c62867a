import { listNotifications, type Notifications } from "@gatehouse/services/notification/list";
import { type Watcher, loginCheck } from "./stream.ts";
import { createWaker } from "./waker.ts";

const pollMs = 15_000;

/** What the member is told, whole each time it changed; a poll finds what an announcement that was lost would have said. */
export async function* watchNotifications(
  watcher: Watcher,
  signal: AbortSignal | undefined,
): AsyncGenerator<Notifications, void> {
  const { verb } = watcher;
  const waker = createWaker(signal);
  const leave = verb.listener.subscribe((change) => {
    if (change.kind === "notification" && change.memberId === verb.member.id) waker.wake();
  });
  const stillIn = loginCheck(watcher);
  let sent = "";
  try {
    while (!waker.ended()) {
      await stillIn();
      const now = await listNotifications(verb);
      const text = JSON.stringify(now);
      if (text !== sent) yield now;
      sent = text;
      await waker.wait(pollMs);
    }
  } finally {
    leave();
  }
}
