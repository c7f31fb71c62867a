import { AppError } from "@gatehouse/core/errors";
import { may } from "@gatehouse/core/role";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { emptySql, type Sql, sql } from "../db.ts";

export const visibilities = ["private", "org_read", "org_drive"] as const;
export type Visibility = (typeof visibilities)[number];
export type SessionAccess = "read" | "drive";

export type AccessFacts = {
  id: string;
  ownerMemberId: string;
  visibility: string;
  archivedAt: Date | null;
  model: string | null;
  providerId: string | null;
  shares: readonly { access: string }[];
};

/** Owner and admins always; others as the session is shared; who reads payloads of the audit record may look at any. */
export function accessOf(ctx: Ctx, session: AccessFacts): SessionAccess | null {
  const { role, id } = ctx.member;
  const shared = session.shares[0]?.access;
  const drives =
    session.ownerMemberId === id ||
    role === "admin" ||
    session.visibility === "org_drive" ||
    shared === "drive";
  if (drives && may(role, "session.drive")) return "drive";
  const reads =
    drives || session.visibility === "org_read" || shared === "read" || may(role, "audit.read_payload");
  return reads ? "read" : null;
}

const select = (memberId: string) =>
  ({
    id: true,
    ownerMemberId: true,
    visibility: true,
    archivedAt: true,
    model: true,
    providerId: true,
    shares: { where: { memberId }, select: { access: true } },
  }) as const;

/** A session one may not even read is not found, like one of another org; one that is only readable says so. */
export async function requireSession(
  ctx: Ctx,
  sessionId: string,
  wanted: SessionAccess,
): Promise<AccessFacts> {
  const session = await ctx.db.session.findFirst({
    where: { id: sessionId, orgId: ctx.org.id },
    select: select(ctx.member.id),
  });
  const access = session === null ? null : accessOf(ctx, session);
  if (session === null || access === null) throw notFound("session");
  if (wanted === "drive" && access === "read")
    throw new AppError(
      "forbidden",
      "This session is shared with you for reading. Ask its owner to let you drive it.",
    );
  return session;
}

/** The same as a condition over sessions, alias s: which of them this member may read. */
export function readableSql(ctx: Ctx): Sql {
  const { role, id } = ctx.member;
  if (role === "admin" || may(role, "audit.read_payload")) return emptySql;
  return sql`AND (s.owner_member_id = ${id}::uuid OR s.visibility <> 'private'
    OR EXISTS (SELECT 1 FROM session_member sm WHERE sm.session_id = s.id AND sm.member_id = ${id}::uuid))`;
}
