import { isSubagentTool } from "@gatehouse/core/tool-call/subagent-tools";
import type { Tone } from "../../ui/badge.tsx";
import type { ExecutionView, ToolCallView } from "./tool-call-view.ts";

export type CallFace =
  | "deciding"
  | "refused"
  | "awaiting"
  | "queued"
  | "running"
  | "stopping"
  | "done"
  | "failed"
  | "stopped"
  | "lost";

export type CallState = { face: CallFace; label: string; tone: Tone; final: boolean };

const state = (face: CallFace, label: string, tone: Tone): CallState => ({
  face,
  label,
  tone,
  final: !["deciding", "awaiting", "queued", "running", "stopping"].includes(face),
});

function outcomeState(execution: ExecutionView): CallState {
  if (!execution.outcome) return state("lost", "Ended, outcome unknown", "danger");
  switch (execution.outcome) {
    case "exited":
      return execution.exitCode === 0
        ? state("done", "Exit 0", "success")
        : state("failed", `Exit ${execution.exitCode ?? "unknown"}`, "warning");
    case "signalled":
      return state("failed", `Ended by ${execution.signal ?? "a signal"}`, "warning");
    case "timed_out":
      return state("failed", "Timed out", "warning");
    case "cancelled":
      return state("stopped", "Cancelled", "neutral");
    case "output_capped":
      return state("failed", "Ended: output limit", "warning");
    case "refused":
      return state("refused", "Refused on the host", "danger");
    case "sandbox_failed":
      return state("lost", "Sandbox failed", "danger");
    case "lost":
      return state("lost", "Lost", "danger");
  }
}

function executionState(execution: ExecutionView): CallState {
  switch (execution.state) {
    case "queued":
      return state("queued", "Queued", "info");
    case "running":
      return execution.cancelRequestedAt
        ? state("stopping", "Stopping", "info")
        : state("running", "Running", "info");
    case "finished":
      return outcomeState(execution);
  }
}

function subagentState({ exitCode }: ExecutionView): CallState {
  return exitCode === 0 ? state("done", "Done", "success") : state("failed", "Did not finish", "warning");
}

/** The one state of a call that a person sees; it comes from the server's row and from nothing else. */
export function callState(call: Pick<ToolCallView, "status" | "execution"> & { tool?: string }): CallState {
  const { execution } = call;
  if (execution?.outcome === "exited" && isSubagentTool(call.tool ?? "")) return subagentState(execution);
  if (execution && call.status !== "cancelled") return executionState(execution);
  switch (call.status) {
    case "requested":
      return state("deciding", "Deciding", "neutral");
    case "denied":
      return state("refused", "Refused", "danger");
    case "awaiting_approval":
      return state("awaiting", "Waiting for approval", "warning");
    case "approved":
    case "executing":
      return state("queued", "Queued", "info");
    case "cancelled":
      return state("stopped", "Cancelled", "neutral");
    case "expired":
      return state("refused", "Approval expired", "danger");
    case "finished":
      return state("lost", "Ended, outcome unknown", "danger");
  }
}
