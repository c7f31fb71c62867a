import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";

export type GrantView = {
  id: string;
  path: string;
  access: "read" | "write";
  recursive: boolean;
  grantedBy: string;
  grantedAt: Date;
  expiresAt: Date;
  uses: number;
};

/** The live grants of a session: its reach at this moment. */
export async function listGrants(ctx: Ctx, sessionId: string): Promise<GrantView[]> {
  const rows = await ctx.db.grant.findMany({
    where: { orgId: ctx.org.id, sessionId, revokedAt: null, expiresAt: { gt: ctx.now } },
    orderBy: { grantedAt: "asc" },
  });
  const names = await memberNames(ctx, [...new Set(rows.map((row) => row.grantedBy))]);
  return rows.flatMap((row) =>
    row.path === null
      ? []
      : [
          {
            id: row.id,
            path: row.path,
            access: row.access === "write" ? ("write" as const) : ("read" as const),
            recursive: row.recursive,
            grantedBy: names.get(row.grantedBy) ?? "former member",
            grantedAt: row.grantedAt,
            expiresAt: row.expiresAt,
            uses: row.uses,
          },
        ],
  );
}
