import {
  type CallToolResult,
  ErrorCode,
  McpError,
  RELATED_TASK_META_KEY,
  type Task,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "@gatehouse/core/errors";
import { noteDelivered } from "@gatehouse/services/mcp/requests";
import { cancelToolCall } from "@gatehouse/services/tool-call/cancel";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { callAnswer } from "./answer.ts";
import { type Mcp, pageOf } from "./mcp.ts";
import { ownCall } from "./own-call.ts";
import { isOver, waitForCall } from "./wait.ts";

/** A tool call as a task of the protocol: the row is the task, so it outlives every connection. */
export function taskOf(mcp: Mcp, view: ToolCallView): Task {
  const status = statusOf(view);
  return {
    taskId: view.id,
    status,
    ttl: null,
    createdAt: view.requestedAt.toISOString(),
    lastUpdatedAt: (
      view.execution?.finishedAt ??
      view.execution?.startedAt ??
      view.requestedAt
    ).toISOString(),
    pollInterval: 1_000,
    ...(status === "input_required"
      ? { statusMessage: `A person has to approve it at ${pageOf(mcp, view)}` }
      : {}),
  };
}

function statusOf(view: ToolCallView): Task["status"] {
  if (view.status === "awaiting_approval") return "input_required";
  if (view.status === "cancelled" || view.execution?.outcome === "cancelled") return "cancelled";
  if (!isOver(view)) return "working";
  return view.status === "finished" && view.execution?.outcome === "exited" ? "completed" : "failed";
}

export async function getTask(mcp: Mcp, taskId: string): Promise<Task> {
  return taskOf(mcp, await asTask(() => ownCall(mcp, taskId)));
}

/** Waits for the end, however long a person takes; the transport keeps the connection alive meanwhile. */
export async function taskResult(mcp: Mcp, taskId: string, signal: AbortSignal): Promise<CallToolResult> {
  await asTask(() => ownCall(mcp, taskId));
  for (;;) {
    const view = await waitForCall(mcp, { id: taskId, seconds: 60, pastApproval: true }, signal);
    if (!isOver(view) && !signal.aborted) continue;
    await noteDelivered(mcp.ctx, taskId);
    return { ...(await callAnswer(mcp, view)), _meta: { [RELATED_TASK_META_KEY]: { taskId } } };
  }
}

export async function cancelTask(mcp: Mcp, taskId: string): Promise<Task> {
  return asTask(async () => {
    await ownCall(mcp, taskId);
    if (!mcp.token.scopes.includes("tool.call"))
      throw new AppError("forbidden", "This token has no scope tool.call.");
    await cancelToolCall(mcp.ctx, taskId);
    return taskOf(
      mcp,
      await waitForCall(mcp, { id: taskId, seconds: 5, pastApproval: true }, new AbortController().signal),
    );
  });
}

async function asTask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}
