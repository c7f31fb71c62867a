import { asData } from "@gatehouse/core/agent/as-data";
import { longestResult } from "@gatehouse/core/agent/cut-middle";
import { readOutputInput } from "@gatehouse/core/tool-call/tools";
import type { Ctx } from "@gatehouse/services/context";
import { outputTextFrom } from "@gatehouse/services/output/text";
import type { TurnLease } from "@gatehouse/services/turn/fence";
import { refusalText } from "@gatehouse/services/turn/result";

/** What a call of this session printed, from a byte on: read from the record, nothing is run. */
export async function readStored(
  ctx: Ctx,
  lease: TurnLease,
  input: string,
): Promise<{ result: string; failed: boolean }> {
  const read = readOutputInput.safeParse(jsonOf(input));
  if (!read.success) {
    const sentence = "read_output takes tool_call_id, and offset and limit in bytes (limit 1 to 30000).";
    return refused("invalid_input", sentence);
  }
  const { tool_call_id: toolCallId, offset = 0, limit = longestResult } = read.data;
  const execution = await ctx.db.execution.findFirst({
    where: { toolCallId, orgId: ctx.org.id, sessionId: lease.sessionId },
    select: { id: true },
  });
  if (execution === null) return refused("not_found", "This session has no call of this id that ran.");
  const { text, nextOffset, finished } = await outputTextFrom(ctx, {
    executionId: execution.id,
    offset,
    limit,
  });
  const line = finished
    ? "Nothing follows; the call is over."
    : `Read on with offset ${nextOffset}${text === "" ? ", where nothing has been printed so far" : ""}.`;
  return { result: text === "" ? line : `${asData(text)}\n${line}`, failed: false };
}

function refused(code: string, sentence: string): { result: string; failed: boolean } {
  const hint = "Name a call of this session by its tool_call_id.";
  return { result: refusalText({ code, sentence, hint }), failed: true };
}

function jsonOf(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
