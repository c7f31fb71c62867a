import { outputChannel } from "@gatehouse/core/contracts/output";
import { type OutputSummary, outputSummary } from "@gatehouse/services/output/summary";
import { loginCheck, type Watcher } from "./stream.ts";
import { createWaker } from "./waker.ts";

const pollMs = 1_000;
/** However fast an output grows, a page is told no more often. */
const pauseMs = 200;

/** How far an output is, each time that changed, until its end: the rows themselves are asked for by the page. */
export async function* followOutput(
  watcher: Watcher,
  input: { executionId: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<OutputSummary, void> {
  const { verb } = watcher;
  const waker = createWaker(signal);
  const leave = [
    verb.subscriber.subscribe(outputChannel(input.executionId), waker.wake),
    verb.listener.subscribe((change) => {
      if (change.executionId === input.executionId) waker.wake();
    }),
  ];
  const stillIn = loginCheck(watcher);
  let sent = "";
  try {
    while (!waker.ended()) {
      await stillIn();
      const now = await outputSummary(verb, input.executionId);
      const text = JSON.stringify(now);
      if (text !== sent) yield now;
      sent = text;
      if (now.state === "finished") return;
      await waker.wait(pollMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } finally {
    for (const stop of leave) stop();
  }
}
