import type { Outcome } from "@gatehouse/core/tool-call/status";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { readableJob } from "./readable.ts";

export type HitView = {
  seq: number;
  keyword: string;
  offset: number;
  /** in the log view, from 0 */
  row: number;
  stream: "stdout" | "stderr";
  excerpt: string;
  foundAt: Date;
};

export type JobEvents = {
  hits: HitView[];
  /** set once it is over */
  end: { outcome: Outcome; exitCode: number | null; signal: string | null } | null;
  /** ask again from here */
  cursor: number;
};

const mostAtOnce = 200;

/** What happened to a background command since a cursor (0 at first): hits in their order, and its end. */
export async function jobEvents(ctx: Ctx, input: { toolCallId: string; cursor: number }): Promise<JobEvents> {
  const job = await readableJob(ctx, input.toolCallId);
  const execution = await ctx.db.execution.findUnique({
    where: { toolCallId: job.id },
    select: { id: true, outcome: true, exitCode: true, signal: true },
  });
  if (execution === null) {
    if (["denied", "cancelled", "expired"].includes(job.status)) throw notFound("running background command");
    return { hits: [], end: null, cursor: input.cursor };
  }
  const rows = await ctx.db.keywordHit.findMany({
    where: { executionId: execution.id, seq: { gte: input.cursor } },
    orderBy: { seq: "asc" },
    take: mostAtOnce,
  });
  const { outcome, exitCode, signal } = execution;
  const last = rows.at(-1);
  return {
    hits: rows.map((row) => ({
      seq: row.seq,
      keyword: row.keyword,
      offset: Number(row.offset),
      row: Number(row.row),
      stream: row.stream === 2 ? "stderr" : "stdout",
      excerpt: row.excerpt,
      foundAt: row.foundAt,
    })),
    end:
      outcome === null || rows.length === mostAtOnce
        ? null
        : { outcome: outcome as Outcome, exitCode, signal },
    cursor: last === undefined ? input.cursor : last.seq + 1,
  };
}
