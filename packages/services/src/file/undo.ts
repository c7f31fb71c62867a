import { AppError } from "@gatehouse/core/errors";
import type { FilesChanged } from "@gatehouse/core/contracts/files";
import { undoPathsLimit } from "@gatehouse/core/tool-call/file-input";
import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";

export type UndoInput = {
  sessionId: string;
  executionIds: readonly string[];
  conflict?: "replace" | undefined;
};

/** The call that takes back what these executions of one session did to files. It names every path, to be decided on. */
export async function undoCall(ctx: Ctx, input: UndoInput): Promise<FileCall> {
  await requireRole(ctx, "tool_call.request");
  const { sessionId } = input;
  await requireSession(ctx, sessionId, "drive");
  const executions = [...new Set(input.executionIds)];
  const rows = await ctx.db.execution.findMany({
    where: { id: { in: executions }, orgId: ctx.org.id, sessionId },
    select: { id: true, state: true, filesChanged: true },
  });
  if (rows.length < executions.length) throw notFound("execution");
  if (rows.some(({ state }) => state !== "finished"))
    throw new AppError("conflict", "It still runs. Undo its changes when it is over.");
  const unseen = rows.flatMap(({ filesChanged }) => {
    const seen = filesChanged as FilesChanged | null;
    return seen !== null && !seen.recorded ? [seen.why] : [];
  });
  if (unseen[0] !== undefined)
    throw new AppError(
      "conflict",
      `What it changed was not recorded (${unseen[0]}), so it cannot be undone.`,
    );
  const changes = await ctx.db.fileChange.findMany({
    where: { orgId: ctx.org.id, sessionId, executionId: { in: executions } },
    distinct: ["path"],
    orderBy: { path: "asc" },
    select: { path: true },
    take: undoPathsLimit + 1,
  });
  if (changes.length === 0) throw new AppError("conflict", "It changed no files that are on record.");
  if (changes.length > undoPathsLimit)
    throw new AppError(
      "conflict",
      `It changed more than ${undoPathsLimit} files. Undo fewer executions at once.`,
    );
  return {
    tool: "edit_file",
    input: {
      mode: "undo",
      executions,
      paths: changes.map(({ path }) => path),
      ...(input.conflict === undefined ? {} : { conflict: input.conflict }),
    },
  };
}
