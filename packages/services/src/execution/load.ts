import type { Grant } from "@gatehouse/core/grant/grant";
import { Defect } from "@gatehouse/core/errors";
import { type SessionMode, type ToolCall, runCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { callGrant, liveGrants } from "../grant/live.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { digestOf } from "../tool-call/digest.ts";
import { cappedMode } from "../tool-call/prepare.ts";
import type { HostCtx } from "./host-ctx.ts";

export type Work = {
  executionId: string;
  orgId: string;
  sessionId: string;
  toolCallId: string;
  memberId: string;
  call: ToolCall;
  digest: string;
  mode: SessionMode;
  workspaceDirectory: string;
  policy: PolicyInForce;
  /** path grants of the session and, where a person approved, what they approved of this call */
  grants: Grant[];
};

/** Everything a second decision needs, as it is at this moment: current policy, current grants, the frozen input. */
export async function loadWork(ctx: HostCtx, executionId: string, now: Date): Promise<Work | null> {
  const row = await ctx.db.execution.findUnique({
    where: { id: executionId },
    select: {
      orgId: true,
      sessionId: true,
      toolCall: {
        select: {
          id: true,
          memberId: true,
          tool: true,
          input: true,
          inputDigest: true,
          approval: true,
          session: { select: { mode: true, workspace: true } },
        },
      },
    },
  });
  if (row === null) return null;
  const { toolCall } = row;
  const [policy, pathGrants] = await Promise.all([
    ctx.policies.current(ctx.db, row.orgId),
    liveGrants(ctx.db, row.sessionId, now),
  ]);
  if (toolCall.tool !== "run_command") throw new Defect(`no executor for tool ${toolCall.tool}`);
  const call: ToolCall = { tool: toolCall.tool, input: runCommandInput.parse(JSON.parse(toolCall.input)) };
  const digest = digestOf(call);
  if (digest !== toolCall.inputDigest)
    throw new Defect(`the input of tool call ${toolCall.id} is not what was decided`);
  const workspace = toolCall.session.workspace;
  if (workspace === null) throw new Defect(`session ${row.sessionId} has no workspace`);
  const approved = toolCall.approval?.status === "approved" ? [callGrant(toolCall.approval)] : [];
  return {
    executionId,
    orgId: row.orgId,
    sessionId: row.sessionId,
    toolCallId: toolCall.id,
    memberId: toolCall.memberId,
    call,
    digest,
    mode: cappedMode(toolCall.session.mode, policy),
    workspaceDirectory: workspace.directory,
    policy,
    grants: [...pathGrants, ...approved],
  };
}
