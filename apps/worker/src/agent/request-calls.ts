import { type PastCall, repeatVerdict } from "@gatehouse/core/agent/repeat-guard";
import { AppError } from "@gatehouse/core/errors";
import { isWithheld } from "@gatehouse/core/tool-call/subagent-tools";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Ctx } from "@gatehouse/services/context";
import {
  answerCalls,
  callsOfTurn,
  linkCall,
  requestKeyOf,
  type TurnCall,
} from "@gatehouse/services/turn/calls";
import type { SubagentOf } from "@gatehouse/services/turn/claim";
import type { TurnLease } from "@gatehouse/services/turn/fence";
import { refusalText } from "@gatehouse/services/turn/result";
import type { RefusalView } from "@gatehouse/services/tool-call/view-types";
import { requestToolCall } from "@gatehouse/services/tool-call/request";
import { readCall } from "./call-of.ts";
import { readStored } from "./read-stored.ts";
import { databaseNow } from "@gatehouse/services/database-clock";

const heldText =
  "Not run: this same call failed before in the same way, and nothing has changed since. Look at why it failed and do something else, or tell the person what stands in the way. Once more, and the turn ends.";

/** Asks for every call of the step that was not asked for yet. Says whether the model goes in circles and must be ended. */
export async function requestCalls(
  ctx: Ctx,
  lease: TurnLease,
  subagent: SubagentOf | null,
): Promise<{ circling: boolean }> {
  const calls = await callsOfTurn(ctx, lease.turnId);
  const past: PastCall[] = [];
  for (const call of calls) {
    const read = readCall(call.tool, call.input);
    if (call.result !== null) {
      past.push({
        key: read.key,
        failed: call.failed === true,
        changed: call.changed === true,
        held: call.result === heldText,
      });
      continue;
    }
    if (call.toolCallId !== null) continue;
    const verdict = repeatVerdict(past, read.key);
    if (verdict === "end") return { circling: true };
    if (verdict === "hold") await answer(ctx, lease, call, heldText);
    else if (subagent !== null && isWithheld(call.tool, subagent.exclude))
      await answer(ctx, lease, call, refusalText(withheld(call.tool)));
    else if (call.tool === "read_output") {
      const stored = await readStored(ctx, lease, call.input);
      await answerCalls(ctx, lease, [{ callId: call.id, ...stored, changed: false }]);
    } else if (!read.ok) {
      const hint = "Correct the arguments and call again; the tool's schema says what it takes.";
      await answer(ctx, lease, call, refusalText({ code: "invalid_input", sentence: read.problem, hint }));
    } else await request(ctx, lease, { call, input: read.call, parentCallId: subagent?.toolCallId });
  }
  return { circling: false };
}

function withheld(tool: string): RefusalView {
  return {
    code: "not_for_subagents",
    sentence: `A subagent does not have ${tool}: it was left out for this task, or no subagent has it.`,
    hint: "Work on the task with the tools that are offered, one step after the other; run_command waits for its end. Say in your answer what you could not do.",
  };
}

async function answer(ctx: Ctx, lease: TurnLease, call: TurnCall, result: string): Promise<void> {
  await answerCalls(ctx, lease, [{ callId: call.id, result, failed: true, changed: false }]);
}

/** Through the verb that people use: the same decision, the same record, and one tool call however often it is asked for. */
async function request(
  ctx: Ctx,
  lease: TurnLease,
  of: { call: TurnCall; input: ToolCall; parentCallId: string | undefined },
): Promise<void> {
  const { call, input, parentCallId } = of;
  const asked = {
    sessionId: lease.sessionId,
    requestKey: requestKeyOf(call.id),
    ...(parentCallId === undefined ? {} : { parentCallId }),
  };
  try {
    const view = await requestToolCall(
      { ...ctx, now: await databaseNow(ctx.db) },
      input.tool === "run_command" ? { ...asked, input: input.input } : { ...asked, call: input },
    );
    await linkCall(ctx, lease, { callId: call.id, toolCallId: view.id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refusal = { code: error.code, sentence: error.message };
    await answer(ctx, lease, call, refusalText(refusal));
  }
}
