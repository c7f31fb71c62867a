import type { ToolCallStatus } from "@gatehouse/core/tool-call/status";
import type { Ctx } from "../context.ts";
import { rowsOf } from "../pool.ts";
import { toolCallInclude } from "../tool-call/row.ts";
import type { ToolCallView } from "../tool-call/view-types.ts";
import { viewsOf } from "../tool-call/views.ts";
import { accessColumns, accessIn } from "../session/access.ts";
import { applied } from "./keywords.ts";
import { lastLineOf } from "./last-line.ts";
import { jobScope, jobTools } from "./readable.ts";

export type JobFilter = {
  state?: "active" | "ended";
  sessionId?: string;
  memberId?: string;
  program?: string;
  cursor?: string;
};

export type UsageNow = { cpuPercent: number; memoryBytes: number; processes: number; atMs: number };

export type JobView = {
  call: ToolCallView;
  sessionTitle: string;
  /** watched for now */
  keywords: string[];
  hits: number;
  lastLine: string | null;
  /** while it runs, where its host says so */
  usage: UsageNow | null;
  /** whether this member may stop it and change its keywords */
  drives: boolean;
};

const pageSize = 50;
const over: readonly ToolCallStatus[] = ["denied", "finished", "cancelled", "expired"];

/** Background commands, newest first: of the whole org for those who may see them, else the member's own. */
export async function listJobs(
  ctx: Ctx,
  filter: JobFilter,
): Promise<{ items: JobView[]; nextCursor: string | null }> {
  const { state, sessionId, memberId, program, cursor } = filter;
  const rows = await ctx.db.toolCall.findMany({
    where: {
      orgId: ctx.org.id,
      tool: { in: [...jobTools] },
      AND: [jobScope(ctx)],
      ...(state === undefined
        ? {}
        : { status: state === "ended" ? { in: [...over] } : { notIn: [...over] } }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(memberId === undefined ? {} : { memberId }),
      ...(program === undefined ? {} : { program: { contains: program } }),
      ...(cursor === undefined ? {} : { id: { lt: cursor } }),
    },
    orderBy: { id: "desc" },
    take: pageSize + 1,
    include: { ...toolCallInclude, session: { select: accessColumns(ctx.member.id) } },
  });
  const page = rows.slice(0, pageSize);
  const [views, extras] = await Promise.all([
    viewsOf(ctx, page),
    extrasOf(
      ctx,
      page.map(({ id }) => id),
    ),
  ]);
  const items = views.map((call, at): JobView => {
    const extra = extras.get(call.id);
    const session = page[at]?.session;
    const first = call.tool === "background_command" ? (call.input.keywords ?? []) : [];
    return {
      call,
      sessionTitle: session?.title ?? "",
      keywords: applied(first, extra?.changed ?? []),
      hits: extra?.hits ?? 0,
      lastLine: extra?.tail == null ? null : lastLineOf(extra.tail),
      usage: call.execution?.state === "running" ? (extra?.usage ?? null) : null,
      drives: session !== undefined && accessIn(ctx, session) === "drive",
    };
  });
  return { items, nextCursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

type Extra = {
  id: string;
  hits: number;
  changed: { keyword: string; watched: boolean }[] | null;
  usage: UsageNow | null;
  tail: Buffer | null;
};

const extra = {
  name: "job_extras",
  text: `SELECT t.id, (SELECT count(*)::int FROM keyword_hit h WHERE h.execution_id = e.id) AS hits, e.usage_now AS usage,
      (SELECT json_agg(json_build_object('keyword', k.keyword, 'watched', k.watched) ORDER BY k.changed_at, k.keyword)
        FROM job_keyword k WHERE k.tool_call_id = t.id) AS changed,
      (SELECT substr(c.bytes, greatest(1, length(c.bytes) - 1023)) FROM output_chunk c WHERE c.execution_id = e.id
        ORDER BY c."offset" DESC LIMIT 1) AS tail
    FROM tool_call t LEFT JOIN execution e ON e.tool_call_id = t.id WHERE t.id = ANY($1::uuid[])`,
};

async function extrasOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Extra>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<Extra>(ctx.pool, extra, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
