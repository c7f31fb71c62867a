import { peopleOf } from "../approval/answerers.ts";
import type { Ctx } from "../context.ts";
import type { ToolCallRow } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { type Names, type Viewer, viewOf } from "./view.ts";

/** Rows to what a person sees, with every name of the list looked up in one go. */
export async function viewsOf(ctx: Ctx, rows: readonly ToolCallRow[]): Promise<ToolCallView[]> {
  if (rows.length === 0) return [];
  const [policy, names] = await Promise.all([ctx.policies.current(ctx.db, ctx.org.id), namesOf(ctx, rows)]);
  const viewer = viewerOf(ctx, policy);
  return rows.map((row) => viewOf(row, names, viewer));
}

export function viewerOf(ctx: Ctx, policy: PolicyInForce): Viewer {
  const { step_up_role: stepUpRoles, second_person: secondPerson } = policy.document;
  return { ctx, stepUpRoles, secondPerson };
}

async function namesOf(ctx: Ctx, rows: readonly ToolCallRow[]): Promise<Names> {
  const memberIds = new Set<string>();
  const hostIds = new Set<string>();
  for (const row of rows) {
    memberIds.add(row.memberId);
    if (row.approval?.answeredBy) memberIds.add(row.approval.answeredBy);
    if (row.execution) hostIds.add(row.execution.hostId);
  }
  const pending = rows.some((row) => row.approval?.status === "pending");
  const [people, members, hosts, positions] = await Promise.all([
    pending ? peopleOf(ctx) : [],
    memberNames(ctx, [...memberIds]),
    hostNames(ctx, [...hostIds]),
    queuePositions(ctx, rows),
  ]);
  return { people, members, hosts, positions };
}

export async function memberNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>([[ctx.member.id, ctx.member.name]]);
  const unknown = ids.filter((id) => !names.has(id));
  if (unknown.length === 0) return names;
  const rows = await ctx.db.member.findMany({
    where: { id: { in: unknown }, orgId: ctx.org.id },
    select: { id: true, user: { select: { name: true } } },
  });
  for (const row of rows) names.set(row.id, row.user.name);
  return names;
}

async function hostNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.host.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function queuePositions(ctx: Ctx, rows: readonly ToolCallRow[]): Promise<Map<string, number>> {
  const queued = rows
    .filter((row) => row.execution?.state === "queued")
    .map((row) => row.execution?.id ?? "");
  if (queued.length === 0) return new Map();
  const counts = await ctx.db.$queryRaw<{ id: string; ahead: number }[]>`
    SELECT e.id::text AS id, (SELECT count(*)::int FROM execution o
      WHERE o.host_id = e.host_id AND o.state = 'queued' AND (o.queued_at, o.id) < (e.queued_at, e.id)) AS ahead
    FROM execution e WHERE e.id = ANY(${queued}::uuid[]) AND e.state = 'queued'`;
  return new Map(counts.map((row) => [row.id, row.ahead]));
}
