import { AppError } from "@gatehouse/core/errors";
import {
  isCommandTool,
  type RunCommandInput,
  type ToolCall,
  toolCall,
} from "@gatehouse/core/tool-call/tool-call";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { digestOf } from "../tool-call/digest.ts";
import { prepare } from "../tool-call/prepare.ts";
import { requestToolCall, requireAcceptable } from "../tool-call/request.ts";
import type { ToolCallView } from "../tool-call/view-types.ts";
import { withTransaction } from "../transaction.ts";
import { answerable, type Answered, asShown, lostTo } from "./answerable.ts";

export type EditInput = { approvalId: string; shown: string; input: RunCommandInput };
export type Edited = Answered & { call?: ToolCallView };

/**
 * The fourth answer: not this call but another one of the same tool, with other arguments. The first call ends, replaced;
 * the other is the editor's own request and is decided anew, so that nothing of the first's approval passes on to it.
 */
export async function editApproval(ctx: Ctx, given: EditInput): Promise<Edited> {
  await requireRole(ctx, "tool_call.request");
  const found = await answerable(ctx, given);
  if ("over" in found) return found.over;
  const { approval } = found;
  const { tool, sessionId, inputDigest } = approval.toolCall;
  const call = await changedCall(ctx, { id: approval.toolCallId, tool, input: given.input });
  if (digestOf(call) === inputDigest) {
    throw new AppError(
      "invalid_input",
      "Nothing was changed. Answer the call as it is, or change an argument.",
    );
  }
  requireAcceptable(await prepare(ctx, sessionId, call));
  const id = newId<string>();
  const won = await withTransaction(ctx.db, async (tx) => {
    const claimed = await tx.approval.updateMany({
      where: asShown(ctx, approval),
      data: { status: "cancelled", answeredAt: ctx.now, answeredBy: ctx.member.id, replacedBy: id },
    });
    if (claimed.count === 0) return false;
    await tx.toolCall.updateMany({ where: { id: approval.toolCallId }, data: { status: "cancelled" } });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "approval.replaced",
        sessionId,
        toolCallId: approval.toolCallId,
        payload: {
          approvalId: approval.id,
          inputDigest,
          replacedBy: id,
          newDigest: digestOf(call),
          ...originOf(ctx),
        },
      },
    ]);
    return true;
  });
  if (!won) return lostTo(ctx, approval.id);
  const replaces = { id, toolCallId: approval.toolCallId };
  const view = await requestToolCall(ctx, { sessionId, requestKey: `edit-${id}`, call }, replaces);
  return { won: true, status: "cancelled", answeredBy: ctx.member.name, call: view };
}

/** The same tool with the new argv and options; what only the tool itself has (its time, its words) stays. */
async function changedCall(
  ctx: Ctx,
  of: { id: string; tool: string; input: RunCommandInput },
): Promise<ToolCall> {
  if (!isCommandTool(of.tool)) {
    throw new AppError(
      "invalid_input",
      "Only a command's arguments can be changed here. Deny it and say what you want.",
    );
  }
  const { input } = await ctx.db.toolCall.findUniqueOrThrow({
    where: { id: of.id },
    select: { input: true },
  });
  const {
    argv: _argv,
    network: _network,
    sandbox: _sandbox,
    write_paths: _paths,
    ...own
  } = JSON.parse(input) as RunCommandInput & Record<string, unknown>;
  return toolCall.parse({ tool: of.tool, input: { ...own, ...of.input } });
}
