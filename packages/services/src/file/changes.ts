import type { FileChangeKind } from "@gatehouse/core/contracts/files";
import type { Ctx } from "../context.ts";
import { requireExecution, requireSession } from "../session/access.ts";

export type FileChangeView = {
  path: string;
  change: FileChangeKind;
  bytesBefore: number | null;
  bytesAfter: number | null;
  diff: string | null;
};

/** What one execution did to the files of its workspace; the counts stand with the execution. */
export async function listFileChanges(ctx: Ctx, executionId: string): Promise<FileChangeView[]> {
  await requireExecution(ctx, executionId);
  const rows = await ctx.db.fileChange.findMany({
    where: { executionId, orgId: ctx.org.id },
    orderBy: { path: "asc" },
  });
  return rows.map((row) => ({
    path: row.path,
    change: row.change as FileChangeKind,
    bytesBefore: row.bytesBefore === null ? null : Number(row.bytesBefore),
    bytesAfter: row.bytesAfter === null ? null : Number(row.bytesAfter),
    diff: row.diff,
  }));
}

export type ChangeMark = {
  path: string;
  change: FileChangeKind;
  at: Date;
  toolCallId: string;
  program: string;
};

type Row = { path: string; change: string; changed_at: Date; tool_call_id: string; program: string };

const marked = 2_000;

/** The last change of each path that the session's latest executions touched, newest first. */
export async function listChangeMarks(ctx: Ctx, sessionId: string): Promise<ChangeMark[]> {
  await requireSession(ctx, sessionId, "read");
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (c.path) c.path, c.change, c.changed_at, t.id::text AS tool_call_id, t.program
    FROM (SELECT * FROM file_change WHERE session_id = ${sessionId}::uuid AND org_id = ${ctx.org.id}::uuid
      ORDER BY changed_at DESC LIMIT ${marked}) c
    JOIN execution e ON e.id = c.execution_id JOIN tool_call t ON t.id = e.tool_call_id
    ORDER BY c.path, c.changed_at DESC`;
  return rows.map((row) => ({
    path: row.path,
    change: row.change as FileChangeKind,
    at: row.changed_at,
    toolCallId: row.tool_call_id,
    program: row.program,
  }));
}
