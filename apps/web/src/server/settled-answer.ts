import type { Ctx } from "@gatehouse/services/context";
import { isSettled } from "@gatehouse/services/file/result";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { createWaker } from "./waker.ts";

const waitMs = 10_000;

/** Asks again whenever the call changes, until nothing more will come of it by itself or the wait is over. */
export async function settledAnswer<Answer extends { view: ToolCallView }>(
  ctx: Ctx,
  of: { toolCallId: string; get: () => Promise<Answer>; waitMs?: number },
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const waker = createWaker(signal);
  const leave = ctx.listener.subscribe((change) => {
    if (change.toolCallId === of.toolCallId) waker.wake();
  });
  try {
    const until = performance.now() + (of.waitMs ?? waitMs);
    for (;;) {
      const answer = await of.get();
      const left = until - performance.now();
      if (isSettled(answer.view) || left <= 0 || waker.ended()) return answer;
      await waker.wait(Math.min(left, 1_000));
    }
  } finally {
    leave();
  }
}
