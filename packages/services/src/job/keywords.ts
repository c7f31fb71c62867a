import { type BackgroundCommandInput, parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import { mostKeywords } from "@gatehouse/core/tool-call/background-limits";
import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { type Pool, rowsOf } from "../pool.ts";
import { requireSession } from "../session/access.ts";
import { withTransaction } from "../transaction.ts";

type Change = { keyword: string; watched: boolean };

const changes = {
  name: "job_keywords",
  text: `SELECT keyword, watched FROM job_keyword WHERE tool_call_id = $1::uuid ORDER BY changed_at, keyword`,
};

/** What is watched for now: the words of the frozen input, and what people added or took away since. */
export async function keywordsOf(
  pool: Pool,
  call: { id: string; input: BackgroundCommandInput },
): Promise<string[]> {
  return applied(call.input.keywords ?? [], await rowsOf<Change>(pool, changes, [call.id]));
}

export function applied(first: readonly string[], changed: readonly Change[]): string[] {
  const words = new Set(first);
  for (const { keyword, watched } of changed) {
    if (watched) words.add(keyword);
    else words.delete(keyword);
  }
  return [...words];
}

/** Adds a word to watch for, or takes one away, while the command is not over. What was found stays. */
export async function changeKeyword(
  ctx: Ctx,
  change: { toolCallId: string; keyword: string; watched: boolean },
): Promise<string[]> {
  await requireRole(ctx, "session.drive");
  const { toolCallId, keyword, watched } = change;
  await requireDrivenJob(ctx, toolCallId);
  return withTransaction(ctx.db, async (tx) => {
    const call = await tx.toolCall.findFirst({
      where: { id: toolCallId, orgId: ctx.org.id, tool: "background_command" },
      select: { id: true, sessionId: true, tool: true, input: true, status: true },
    });
    if (call === null) throw notFound("background command");
    if (["denied", "finished", "cancelled", "expired"].includes(call.status)) {
      throw new AppError("conflict", "This command is over: nothing more will be watched for.");
    }
    await tx.$executeRaw`
      INSERT INTO job_keyword (tool_call_id, keyword, org_id, watched, changed_by)
      VALUES (${call.id}::uuid, ${keyword}, ${ctx.org.id}::uuid, ${watched}, ${ctx.member.id}::uuid)
      ON CONFLICT (tool_call_id, keyword)
      DO UPDATE SET watched = excluded.watched, changed_by = excluded.changed_by, changed_at = clock_timestamp()`;
    const parsed = parseToolCall(call.tool, JSON.parse(call.input));
    const first = parsed.tool === "background_command" ? (parsed.input.keywords ?? []) : [];
    const rows = await tx.jobKeyword.findMany({
      where: { toolCallId: call.id },
      orderBy: [{ changedAt: "asc" }, { keyword: "asc" }],
      select: { keyword: true, watched: true },
    });
    const now = applied(first, rows);
    if (now.length > mostKeywords) {
      throw new AppError(
        "conflict",
        `A command is watched for ${mostKeywords} words at most. Take one away first.`,
      );
    }
    await appendAudit(tx, auditActor(ctx), [
      {
        type: watched ? "keyword.added" : "keyword.removed",
        sessionId: call.sessionId,
        toolCallId: call.id,
        payload: { keyword, ...originOf(ctx) },
      },
    ]);
    return now;
  });
}

async function requireDrivenJob(ctx: Ctx, toolCallId: string): Promise<void> {
  const call = await ctx.db.toolCall.findFirst({
    where: { id: toolCallId, orgId: ctx.org.id, tool: "background_command" },
    select: { sessionId: true },
  });
  if (call === null) throw notFound("background command");
  await requireSession(ctx, call.sessionId, "drive");
}
