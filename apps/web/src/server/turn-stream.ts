import { turnChannel } from "@gatehouse/core/contracts/turns";
import { requireSession } from "@gatehouse/services/session/access";
import { watchSession } from "@gatehouse/services/session/presence";
import { changedTurns, queuedMessages } from "@gatehouse/services/turn/list";
import type { MessageView, StepView, TurnHead } from "@gatehouse/services/turn/view";
import { tracked, type TrackedEnvelope } from "@trpc/server";
import { loginCheck, type Watcher } from "./stream.ts";
import { createWaker } from "./waker.ts";
import { databaseNow } from "@gatehouse/services/database-clock";

/** A turn as it is now, with those of its steps that changed since the last event; or what waits to be read. */
export type TurnEvent = { turn: TurnHead; steps: StepView[] } | { queued: MessageView[] };

const pollMs = 2_000;
/** a stream of words is shown a few times a second, however often it is announced */
const restMs = 150;

/** Rows are the truth here as for calls: an announcement says "look", and a look that was missed is made by the poll. */
export async function* watchTurns(
  watcher: Watcher,
  input: { sessionId: string; callId?: string | null | undefined; lastEventId?: string | null | undefined },
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackedEnvelope<TurnEvent>, void> {
  const { verb } = watcher;
  const { sessionId } = input;
  const callId = input.callId ?? null;
  await requireSession(verb, sessionId, "read");
  const waker = createWaker(signal);
  const leave = [
    verb.subscriber.subscribe(turnChannel(sessionId), waker.wake),
    verb.listener.subscribe((change) => {
      if (change.kind === "turn" && change.sessionId === sessionId) waker.wake();
    }),
  ];
  const resumed = Number(input.lastEventId ?? Number.NaN);
  let sinceMs = Number.isFinite(resumed) ? resumed : (await databaseNow(verb.db)).getTime();
  let sent = new Map<string, string>();
  let queued = "[]";
  const stillIn = loginCheck(watcher, async () => {
    await requireSession(verb, sessionId, "read");
    await watchSession(verb, sessionId);
  });
  await watchSession(verb, sessionId);
  try {
    while (!waker.ended()) {
      await stillIn();
      const [changed, waiting] = await Promise.all([
        changedTurns(verb, { sessionId, callId, sinceMs }),
        callId === null ? queuedMessages(verb, sessionId) : [],
      ]);
      sinceMs = changed.newestMs;
      const seen = new Map<string, string>();
      const fresh = (key: string, value: unknown): boolean => {
        const said = JSON.stringify(value);
        seen.set(key, said);
        return sent.get(key) !== said;
      };
      for (const { modelSteps, ...turn } of changed.turns) {
        const steps = modelSteps.filter((step) => fresh(step.id, step));
        if (fresh(turn.id, turn) || steps.length > 0) yield tracked(String(sinceMs), { turn, steps });
      }
      sent = seen;
      const now = JSON.stringify(waiting);
      if (now !== queued) yield tracked(String(sinceMs), { queued: waiting });
      queued = now;
      await waker.wait(pollMs);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  } finally {
    for (const stop of leave) stop();
  }
}
