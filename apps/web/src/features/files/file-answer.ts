import type { FileResult } from "@gatehouse/core/contracts/files";
import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import type { Outputs } from "../../trpc/client.ts";

export type FileAnswer = Outputs["file"]["request"];

/** Decided, and nothing that a person has to do: it goes on by itself. */
export function isUnderWay({ view }: FileAnswer): boolean {
  return view.status === "approved" || view.status === "executing" || view.status === "requested";
}

export function isAwaiting({ view }: FileAnswer): boolean {
  return view.status === "awaiting_approval";
}

export function resultOf<Tool extends FileResult["tool"]>(
  answer: FileAnswer | undefined,
  tool: Tool,
): Extract<FileResult, { tool: Tool }> | null {
  return answer?.result?.tool === tool ? (answer.result as Extract<FileResult, { tool: Tool }>) : null;
}

/** Why nothing came of it, in the words of whoever said no. */
export function failureOf(answer: FileAnswer): string | null {
  const { view, result } = answer;
  const refusal = view.refusal ?? view.execution?.refusal;
  if (refusal) return refusal.sentence;
  if (result?.tool === "edit_file" && "error" in result.receipt) return result.receipt.error;
  if (result?.tool === "file_history" && "error" in result.history) return result.history.error;
  if (view.status === "cancelled") return "The call was cancelled.";
  if (view.execution?.state === "finished" && view.execution.outcome !== "exited")
    return view.execution.outcomeDetail ?? "The call did not end as it should have.";
  return null;
}

/** What a query of a call is known by: the session and the input, not the person's press of a button. */
export function fileKey(org: string, sessionId: string, call: FileCall | null): readonly unknown[] {
  return ["file-call", org, sessionId, call];
}
