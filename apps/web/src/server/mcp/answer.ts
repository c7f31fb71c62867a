import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { resultOf } from "@gatehouse/services/turn/result";
import { type Mcp, pageOf } from "./mcp.ts";
import { isOver } from "./wait.ts";

/** Text for a model, and the same as data for a program. */
export function answered(text: string, data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: data };
}

/** A refusal is a result: code, sentence and next step. */
export function refused(of: { code: string; sentence: string; hint?: string | undefined }): CallToolResult {
  const text = `Refused (${of.code}): ${of.sentence}${of.hint === undefined ? "" : `\nNext step: ${of.hint}`}`;
  return { ...answered(text, { refusal: { ...of } }), isError: true };
}

export async function callAnswer(mcp: Mcp, view: ToolCallView): Promise<CallToolResult> {
  const { execution } = view;
  const data = {
    tool_call_id: view.id,
    session_id: view.sessionId,
    tool: view.tool,
    status: view.status,
    ...(execution?.outcome === undefined ? {} : { outcome: execution.outcome }),
    ...(execution?.exitCode === undefined ? {} : { exit_code: execution.exitCode }),
    ...(execution === undefined ? {} : { output_bytes: execution.outputBytes }),
    ...(view.refusal === undefined ? {} : { refusal: { ...view.refusal } }),
  };
  if (isOver(view)) {
    const { text, failed } = await resultOf(mcp.ctx, view.id);
    return { ...answered(text, data), isError: failed };
  }
  const page = pageOf(mcp, view);
  return answered(pendingText(view, page), { ...data, page });
}

function pendingText(view: ToolCallView, page: string): string {
  const ask = `Ask get_tool_call for ${view.id} (with wait_seconds) to learn the end.`;
  if (view.status !== "awaiting_approval")
    return `${stateOf(view)} tool_call_id: ${view.id}. ${ask} read_output gives what it has printed so far.`;
  const how =
    view.approval?.strength === "password"
      ? "a person has to approve it with their password"
      : "a person has to approve it";
  const why = view.decision.reasons
    .filter((reason) => reason.verdict === "ask")
    .map((reason) => reason.sentence)
    .join("; ");
  return `Waiting: ${how} (${why}) at ${page}. tool_call_id: ${view.id}. ${ask} Do not send the call again.`;
}

function stateOf({ execution }: ToolCallView): string {
  if (execution?.state === "running") return "Running.";
  const position = execution?.position;
  return position === undefined ? "Queued." : `Queued, ${position} before it.`;
}
