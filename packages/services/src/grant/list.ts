import type { Grant } from "@gatehouse/core/grant/grant";
import { may } from "@gatehouse/core/role";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import { standingGrants } from "./live.ts";

export type GrantView = {
  id: string;
  kind: "path" | "exact" | "shape";
  /** a directory that a person trusts: what the session may write in, with all below it */
  trusted: string | null;
  /** what it covers, in a sentence */
  words: string;
  grantedBy: string;
  grantedAt: Date;
  expiresAt: Date;
  uses: number;
};
export type GrantItem = GrantView & { session: { id: string; title: string; owner: string } };

const mostListed = 500;

/** The live grants of a session: its reach at this moment. */
export async function listGrants(ctx: Ctx, sessionId: string): Promise<GrantView[]> {
  const rows = await ctx.db.grant.findMany({
    where: { ...live(ctx), sessionId },
    orderBy: { grantedAt: "asc" },
  });
  const names = await memberNames(ctx, [...new Set(rows.map((row) => row.grantedBy))]);
  return rows.map((row) => viewOf(row, names));
}

/** Every grant that stands in one's own sessions or that one made; of everybody for who may answer for others. */
export async function listOwnGrants(ctx: Ctx, input: { everyone: boolean }): Promise<GrantItem[]> {
  await requireRole(ctx, "session.drive");
  const all = input.everyone && may(ctx.member.role, "approval.answer_any");
  const own = { OR: [{ grantedBy: ctx.member.id }, { session: { ownerMemberId: ctx.member.id } }] };
  const rows = await ctx.db.grant.findMany({
    where: { ...live(ctx), AND: [all ? {} : own, { session: { archivedAt: null } }] },
    orderBy: { expiresAt: "asc" },
    take: mostListed,
    include: { session: { select: { title: true, ownerMemberId: true } } },
  });
  const people = rows.flatMap((row) => [row.grantedBy, row.session.ownerMemberId]);
  const names = await memberNames(ctx, [...new Set(people)]);
  return rows.map((row) => ({
    ...viewOf(row, names),
    session: {
      id: row.sessionId,
      title: row.session.title,
      owner: names.get(row.session.ownerMemberId) ?? "former member",
    },
  }));
}

/** Path grants of a session: those that a start depended on where `ids` names them, else those that stand now. */
export async function pathGrants(
  ctx: Ctx,
  sessionId: string,
  ids: readonly string[] | null,
): Promise<Grant[]> {
  const rows = await ctx.db.grant.findMany({
    where: {
      sessionId,
      kind: "path",
      ...(ids === null ? live(ctx) : { orgId: ctx.org.id, id: { in: [...ids] } }),
    },
  });
  return standingGrants(rows.map((row) => ({ ...row, expiresAtMs: row.expiresAt.getTime() })));
}

function live(ctx: Ctx) {
  return { orgId: ctx.org.id, revokedAt: null, expiresAt: { gt: ctx.now } };
}

type Row = {
  id: string;
  kind: string;
  path: string | null;
  access: string | null;
  recursive: boolean;
  words: string;
  grantedBy: string;
  grantedAt: Date;
  expiresAt: Date;
  uses: number;
};

function viewOf(
  { id, kind, path, access, recursive, words, grantedBy, grantedAt, expiresAt, uses }: Row,
  names: Map<string, string>,
): GrantView {
  return {
    id,
    kind: kind as GrantView["kind"],
    trusted: kind === "path" && access === "write" && recursive ? path : null,
    words,
    grantedBy: names.get(grantedBy) ?? "former member",
    grantedAt,
    expiresAt,
    uses,
  };
}
