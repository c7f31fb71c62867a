import { may } from "@gatehouse/core/role";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";

export type TokenView = {
  id: string;
  name: string;
  prefix: string;
  scopes: TokenScope[];
  owner: { memberId: string; name: string };
  session: { id: string; title: string } | null;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
  lastUsedAt: Date | null;
};

/** A member's own tokens; who manages tokens sees those of the whole org. Revoked ones are in the audit record. */
export async function listApiTokens(ctx: Ctx): Promise<TokenView[]> {
  await requireRole(ctx, "token.create");
  const rows = await ctx.db.apiToken.findMany({
    where: {
      orgId: ctx.org.id,
      revokedAt: null,
      ...(may(ctx.member.role, "token.manage") ? {} : { memberId: ctx.member.id }),
    },
    orderBy: { createdAt: "desc" },
    include: { session: { select: { id: true, title: true } } },
    take: 500,
  });
  const names = await memberNames(ctx, [...new Set(rows.map((row) => row.memberId))]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as TokenScope[],
    owner: { memberId: row.memberId, name: names.get(row.memberId) ?? "former member" },
    session: row.session,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    expired: row.expiresAt <= ctx.now,
    lastUsedAt: row.lastUsedAt,
  }));
}
