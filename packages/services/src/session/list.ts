import type { HostState } from "@gatehouse/core/host-state";
import { isCommandTool, type SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { type HostRow, hostColumns, stateOf } from "../host/state.ts";
import type { Ctx } from "../context.ts";
import { emptySql, sql } from "../db.ts";
import { readableSql } from "./access.ts";

export type SessionItem = {
  id: string;
  title: string;
  mode: SessionMode;
  owner: { memberId: string; name: string };
  host: { id: string; name: string; state: HostState };
  lastUsedAt: Date;
  createdAt: Date;
  archivedAt: Date | null;
  /** argv of the newest call, or the name of its tool; for the list */
  lastCommand: string[] | null;
  running: number;
  awaiting: number;
};

type Row = {
  id: string;
  title: string;
  mode: string;
  owner_id: string;
  owner_name: string;
  host_id: string;
  host_name: string;
  host: HostRow;
  last_used_at: Date;
  created_at: Date;
  archived_at: Date | null;
  last_tool: string | null;
  last_input: string | null;
  running: number;
  awaiting: number;
};

const pageSize = 40;
/** of the last command; a list shows one line of it */
const shownWords = 16;
const shownLetters = 300;

export type ListSessionsInput = {
  archived?: boolean | undefined;
  query?: string | undefined;
  mine?: boolean | undefined;
  cursor?: string | undefined;
  id?: string;
};

/** Sessions of the org, last used first. The cursor is the last item's time of use and id. */
export async function listSessions(
  ctx: Ctx,
  input: ListSessionsInput,
): Promise<{ items: SessionItem[]; nextCursor: string | null }> {
  // The page is chosen first: what is counted of each session is then counted for these alone.
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH page AS MATERIALIZED (
      SELECT s.* FROM session s
      WHERE s.org_id = ${ctx.org.id}::uuid ${readableSql(ctx)}
        ${input.id === undefined ? emptySql : sql`AND s.id = ${input.id}::uuid`}
        ${input.archived === undefined ? emptySql : input.archived ? sql`AND s.archived_at IS NOT NULL` : sql`AND s.archived_at IS NULL`}
        ${input.mine === true ? sql`AND s.owner_member_id = ${ctx.member.id}::uuid` : emptySql}
        ${matching(input.query)} ${after(input.cursor)}
      ORDER BY s.last_used_at DESC, s.id DESC LIMIT ${pageSize + 1})
    SELECT s.id::text, s.title, s.mode, s.owner_member_id::text AS owner_id, u.name AS owner_name,
      h.id::text AS host_id, h.name AS host_name, ${hostColumns} AS host,
      s.last_used_at, s.created_at, s.archived_at,
      last.tool AS last_tool, last.input AS last_input,
      (SELECT count(*)::int FROM execution e WHERE e.session_id = s.id AND e.state <> 'finished') AS running,
      (SELECT count(*)::int FROM tool_call t WHERE t.session_id = s.id AND t.status = 'awaiting_approval') AS awaiting
    FROM page s JOIN member m ON m.id = s.owner_member_id JOIN "user" u ON u.id = m.user_id
      JOIN host h ON h.id = s.host_id
      LEFT JOIN LATERAL (SELECT t.tool, t.input FROM tool_call t WHERE t.session_id = s.id ORDER BY t.id DESC LIMIT 1)
        last ON true
    ORDER BY s.last_used_at DESC, s.id DESC`;
  const items = rows.slice(0, pageSize).map((row) => itemOf(row));
  const last = items.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: more ? `${last.lastUsedAt.toISOString()}|${last.id}` : null };
}

function matching(query: string | undefined) {
  if (query === undefined || query.trim() === "") return emptySql;
  const pattern = likePattern(query);
  return sql`AND (s.title ILIKE ${pattern} OR EXISTS
    (SELECT 1 FROM tool_call t WHERE t.session_id = s.id AND t.input ILIKE ${pattern}))`;
}

export function likePattern(text: string): string {
  return `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function after(cursor: string | undefined) {
  const [time, id] = cursor?.split("|") ?? [];
  if (time === undefined || id === undefined || Number.isNaN(Date.parse(time))) return emptySql;
  return sql`AND (s.last_used_at, s.id::text) < (${new Date(time)}, ${id})`;
}

function itemOf(row: Row): SessionItem {
  return {
    id: row.id,
    title: row.title,
    mode: row.mode === "auto" ? "auto" : "safe",
    owner: { memberId: row.owner_id, name: row.owner_name },
    host: {
      id: row.host_id,
      name: row.host_name,
      state: stateOf(row.host),
    },
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
    lastCommand: lastCommandOf(row),
    running: row.running,
    awaiting: row.awaiting,
  };
}

function lastCommandOf({ last_tool: tool, last_input: input }: Row): string[] | null {
  if (tool === null || input === null) return null;
  if (!isCommandTool(tool)) return [tool];
  const { argv } = JSON.parse(input) as { argv: string[] };
  return argv.slice(0, shownWords).map((word) => word.slice(0, shownLetters).toWellFormed());
}
