import type { HostCtx } from "../execution/host-ctx.ts";

/** Kept of one path whatever their age. */
const newest = 32;

export type KeptHistory = { directory: string; digests: Set<string> };

/**
 * Forgets versions that are neither among the newest 32 of their path nor younger than the org keeps them, and says, for
 * the workspaces where something was forgotten, which contents are still named.
 */
export async function pruneVersions(
  ctx: Pick<HostCtx, "db" | "policies" | "hostId">,
): Promise<KeptHistory[]> {
  const orgs = await ctx.db.fileVersion.findMany({
    where: { hostId: ctx.hostId },
    distinct: ["orgId"],
    select: { orgId: true },
  });
  const touched = new Set<string>();
  for (const { orgId } of orgs) {
    const { document } = await ctx.policies.current(ctx.db, orgId);
    const rows = await ctx.db.$queryRaw<{ session_id: string }[]>`
      WITH ranked AS (SELECT id, created_at, row_number() OVER
          (PARTITION BY session_id, path ORDER BY created_at DESC, id DESC) AS place
        FROM file_version WHERE host_id = ${ctx.hostId}::uuid AND org_id = ${orgId}::uuid)
      DELETE FROM file_version v USING ranked r WHERE v.id = r.id AND r.place > ${newest}
        AND r.created_at < now() - ${document.retention.history_days} * interval '1 day'
      RETURNING v.session_id::text`;
    for (const row of rows) touched.add(row.session_id);
  }
  const kept: KeptHistory[] = [];
  for (const sessionId of touched) {
    const workspace = await ctx.db.workspace.findUnique({
      where: { sessionId },
      select: { directory: true },
    });
    if (workspace === null) continue;
    const named = await ctx.db.fileVersion.findMany({
      where: { sessionId },
      distinct: ["digest"],
      select: { digest: true },
    });
    const digests = new Set(named.flatMap(({ digest }) => (digest === null ? [] : [digest])));
    kept.push({ directory: workspace.directory, digests });
  }
  return kept;
}
