import { getToolCall } from "@gatehouse/services/tool-call/get";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { createWaker } from "../waker.ts";
import type { Mcp } from "./mcp.ts";
import { databaseNow } from "@gatehouse/services/database-clock";

const over = new Set(["denied", "finished", "cancelled", "expired"]);

export function isOver(view: ToolCallView): boolean {
  return over.has(view.status);
}

/** Until the call is over, or also until it waits for a person, or until the wait is. */
export async function waitForCall(
  { ctx }: Mcp,
  of: { id: string; seconds: number /** a person's answer is waited for too */; pastApproval: boolean },
  signal: AbortSignal,
): Promise<ToolCallView> {
  const waker = createWaker(signal);
  const leave = ctx.listener.subscribe((change) => {
    if (change.toolCallId === of.id) waker.wake();
  });
  try {
    const until = performance.now() + of.seconds * 1_000;
    for (;;) {
      const view = await getToolCall({ ...ctx, now: await databaseNow(ctx.db) }, of.id);
      const left = until - performance.now();
      const waitsForPerson = view.status === "awaiting_approval" && !of.pastApproval;
      if (isOver(view) || waitsForPerson || left <= 0 || waker.ended()) return view;
      await waker.wait(Math.min(left, 1_000));
    }
  } finally {
    leave();
  }
}
