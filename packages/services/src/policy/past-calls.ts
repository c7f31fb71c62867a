import type { Grant } from "@gatehouse/core/grant/grant";
import type { Facts } from "@gatehouse/core/path/facts";
import { factsOf } from "@gatehouse/core/path/recorded-facts";
import { shownArgv } from "@gatehouse/core/tool-call/shown-argv";
import { parseToolCall, type SessionMode, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { PastCall } from "@gatehouse/core/policy/replay/replay";
import type { ScriptFacts } from "@gatehouse/core/policy/script-rules";
import { pastScripts } from "../script-tool/past.ts";
import { type GrantRow, grantColumns, standingGrants } from "../grant/live.ts";
import { type Pool, rowsOf } from "../pool.ts";

/** What is replayed: the calls of 30 days, the newest of them where there are more. */
const days = 30;
export const mostCalls = 10_000;

export type LoadedCall = PastCall & { argv: string[]; onFacts: boolean };

/** What was loaded before and has not changed is not loaded again; equal inputs share one call, and so one reading. */
export type PastCallCache = {
  calls: Map<string, { changed: string; call: LoadedCall }>;
  byDigest: Map<string, ToolCall>;
  /** recorded facts as they were read, with a short name for each */
  facts: Map<string, { key: string; facts: Facts }>;
};

export function createPastCallCache(): PastCallCache {
  return { calls: new Map(), byDigest: new Map(), facts: new Map() };
}

const heads = {
  name: "policy_past_heads",
  text: `SELECT id, changed FROM (
      SELECT id::text, changed_at::text AS changed, input_digest, requested_at FROM tool_call
      WHERE org_id = $1::uuid AND requested_at > now() - $2::int * interval '1 day'
      ORDER BY requested_at DESC LIMIT $3::int) newest
    WHERE abs(hashtext(input_digest)::bigint) % $4::int = $5::int ORDER BY requested_at DESC`,
};

const bodies = {
  name: "policy_past_calls",
  text: `SELECT t.id::text, t.changed_at::text AS changed, t.session_id::text, t.member_id::text, t.tool, t.input,
      t.input_digest, extract(epoch FROM t.requested_at) * 1000 AS at_ms, s.mode AS last_mode,
      extract(epoch FROM d.decided_at) * 1000 AS decided_ms, d.path_facts
    FROM tool_call t JOIN session s ON s.id = t.session_id
    LEFT JOIN LATERAL (SELECT decided_at, path_facts FROM decision WHERE tool_call_id = t.id
      ORDER BY decided_at DESC LIMIT 1) d ON true
    WHERE t.org_id = $1::uuid AND t.id = ANY($2::uuid[])`,
};

const modes = {
  name: "policy_past_modes",
  text: `SELECT session_id::text, extract(epoch FROM at) * 1000 AS at_ms, body::jsonb->'payload'->>'mode' AS mode
    FROM audit_event WHERE org_id = $1::uuid AND type IN ('session.created', 'session.mode_changed')
      AND session_id = ANY($2::uuid[]) ORDER BY seq`,
};

const grants = {
  name: "policy_past_grants",
  text: `SELECT session_id::text, extract(epoch FROM granted_at) * 1000 AS from_ms,
      least(extract(epoch FROM expires_at), extract(epoch FROM revoked_at)) * 1000 AS to_ms, ${grantColumns} AS "grant"
    FROM "grant" g WHERE org_id = $1::uuid AND session_id = ANY($2::uuid[])`,
};

type Head = { id: string; changed: string };
type Body = {
  id: string;
  changed: string;
  session_id: string;
  member_id: string;
  tool: string;
  input: string;
  input_digest: string;
  at_ms: string;
  last_mode: string;
  decided_ms: string | null;
  path_facts: string | null;
};
type ModeRow = { session_id: string; at_ms: string; mode: string | null };
type PastGrant = { session_id: string; from_ms: string; to_ms: string; grant: GrantRow };

/**
 * One part of the org's past calls, newest first, each with mode, grants and facts of its time. Calls of equal input are of
 * one part.
 */
export async function loadPastCalls(
  pool: Pool,
  of: { orgId: string; part: { index: number; count: number } },
  cache: PastCallCache,
): Promise<LoadedCall[]> {
  const { orgId, part } = of;
  const found = await rowsOf<Head>(pool, heads, [orgId, days, mostCalls, part.count, part.index]);
  const wanted = found
    .filter(({ id, changed }) => cache.calls.get(id)?.changed !== changed)
    .map(({ id }) => id);
  const rows = wanted.length === 0 ? [] : await rowsOf<Body>(pool, bodies, [orgId, wanted]);
  const sessions = [...new Set(rows.map((row) => row.session_id))];
  const [modeRows, grantRows] =
    sessions.length === 0
      ? [[], []]
      : await Promise.all([
          rowsOf<ModeRow>(pool, modes, [orgId, sessions]),
          rowsOf<PastGrant>(pool, grants, [orgId, sessions]),
        ]);
  const scripts = await pastScripts(pool, orgId, rows);
  const [modeOf, grantsOf] = [bySession(modeRows), bySession(grantRows)];
  for (const row of rows) {
    const call = loaded(row, {
      modes: modeOf.get(row.session_id),
      grants: grantsOf.get(row.session_id),
      script: scripts.get(row.id) ?? null,
      cache,
    });
    cache.calls.set(row.id, { changed: row.changed, call });
  }
  forget(cache, new Set(found.map(({ id }) => id)));
  return found.flatMap(({ id }) => cache.calls.get(id)?.call ?? []);
}

function bySession<Row extends { session_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.session_id);
    if (group === undefined) groups.set(row.session_id, [row]);
    else group.push(row);
  }
  return groups;
}

type Of = {
  modes: ModeRow[] | undefined;
  grants: PastGrant[] | undefined;
  script: ScriptFacts | null;
  cache: PastCallCache;
};

function loaded(row: Body, { modes: changes = [], grants: standing = [], script, cache }: Of): LoadedCall {
  const known = cache.byDigest.get(row.input_digest);
  const call = known ?? parseToolCall(row.tool, JSON.parse(row.input));
  if (known === undefined) cache.byDigest.set(row.input_digest, call);
  const { facts, key } = factsIn(cache, row.path_facts);
  const atMs = Number(row.at_ms);
  const decidedMs = row.decided_ms === null ? atMs : Number(row.decided_ms);
  return {
    id: row.id,
    memberId: row.member_id,
    sessionId: row.session_id,
    atMs,
    call,
    argv: shownArgv(call).map((word) => (word.length > 400 ? `${word.slice(0, 400)}…` : word)),
    digest: row.input_digest,
    mode: modeAt(changes, atMs, row.last_mode),
    grants: grantsAt(standing, decidedMs),
    facts,
    script,
    factsKey: key,
    onFacts: row.path_facts !== null,
  };
}

function factsIn(cache: PastCallCache, text: string | null): { key: string; facts: Facts } {
  const known = cache.facts.get(text ?? "");
  if (known !== undefined) return known;
  const made = { key: String(cache.facts.size), facts: factsOf(text) };
  cache.facts.set(text ?? "", made);
  return made;
}

function modeAt(changes: readonly ModeRow[], atMs: number, last: string): SessionMode {
  const before = changes.filter((change) => change.mode !== null && Number(change.at_ms) <= atMs).at(-1);
  return (before?.mode ?? last) === "auto" ? "auto" : "safe";
}

function grantsAt(standing: readonly PastGrant[], atMs: number): Grant[] {
  return standingGrants(
    standing
      .filter(({ from_ms, to_ms }) => Number(from_ms) <= atMs && atMs < Number(to_ms))
      .map(({ grant }) => ({ ...grant, expiresAtMs: Number(grant.expiresAtMs) })),
  );
}

/** What left the window is dropped, and the readings nobody shares any more with it. */
function forget(cache: PastCallCache, kept: ReadonlySet<string>): void {
  for (const id of cache.calls.keys()) if (!kept.has(id)) cache.calls.delete(id);
  if (cache.byDigest.size <= mostCalls * 2) return;
  const used = new Set([...cache.calls.values()].map(({ call }) => call.digest));
  for (const digest of cache.byDigest.keys()) if (!used.has(digest)) cache.byDigest.delete(digest);
}
