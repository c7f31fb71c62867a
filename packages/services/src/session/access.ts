import { AppError } from "@gatehouse/core/errors";
import { may } from "@gatehouse/core/role";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { emptySql, type Sql, sql } from "../db.ts";
import type { Prisma } from "../generated/client.ts";

export const visibilities = ["private", "org_read", "org_drive"] as const;
export type Visibility = (typeof visibilities)[number];
export type SessionAccess = "read" | "drive";

export type AccessFacts = { ownerMemberId: string; visibility: string /** by name */; shared: string | null };

export type OpenedSession = AccessFacts & {
  id: string;
  archivedAt: Date | null;
  model: string | null;
  providerId: string | null;
  labels: string[];
};

/** Owner and admins always; others as the session is shared; who reads payloads of the audit record may look at any. */
export function accessOf(ctx: Ctx, { ownerMemberId, visibility, shared }: AccessFacts): SessionAccess | null {
  const { role, id } = ctx.member;
  const drives = ownerMemberId === id || role === "admin" || visibility === "org_drive" || shared === "drive";
  if (drives && may(role, "session.drive")) return "drive";
  const reads = drives || visibility === "org_read" || shared === "read" || may(role, "audit.read_payload");
  return reads ? "read" : null;
}

/** A session one may not even read is not found, like one of another org; one that is only readable says so. */
export function requireAccess(ctx: Ctx, session: AccessFacts, wanted: SessionAccess): void {
  const access = accessOf(ctx, session);
  if (access === null) throw notFound("session");
  if (wanted === "drive" && access === "read")
    throw new AppError(
      "forbidden",
      "This session is shared with you for reading. Ask its owner to let you drive it.",
    );
}

/** Who decides with whom a session is shared: its owner, and admins. */
export function mayShare(ctx: Ctx, session: AccessFacts): boolean {
  const { role, id } = ctx.member;
  return may(role, "session.drive") && (session.ownerMemberId === id || role === "admin");
}

const select = (memberId: string) =>
  ({
    id: true,
    ownerMemberId: true,
    visibility: true,
    archivedAt: true,
    model: true,
    providerId: true,
    labels: true,
    shares: { where: { memberId }, select: { access: true } },
  }) as const;

export async function requireSession(
  ctx: Ctx,
  sessionId: string,
  wanted: SessionAccess,
): Promise<OpenedSession> {
  const row = await ctx.db.session.findFirst({
    where: { id: sessionId, orgId: ctx.org.id },
    select: select(ctx.member.id),
  });
  if (row === null) throw notFound("session");
  const { shares, ...session } = row;
  const opened = { ...session, shared: shares[0]?.access ?? null };
  requireAccess(ctx, opened, wanted);
  return opened;
}

/** What a list reads of a session to say what its viewer may do there. */
export const accessColumns = (memberId: string) =>
  ({
    title: true,
    ownerMemberId: true,
    visibility: true,
    shares: { where: { memberId }, select: { access: true } },
  }) as const;

export function accessIn(
  ctx: Ctx,
  session: { ownerMemberId: string; visibility: string; shares: readonly { access: string }[] },
): SessionAccess | null {
  const { shares, ...facts } = session;
  return accessOf(ctx, { ...facts, shared: shares[0]?.access ?? null });
}

/** Sessions that this member may drive, as a condition of a query. */
export function drivable(ctx: Ctx): Prisma.SessionWhereInput {
  const { role, id } = ctx.member;
  if (role === "admin") return {};
  return {
    OR: [
      { ownerMemberId: id },
      { visibility: "org_drive" },
      { shares: { some: { memberId: id, access: "drive" } } },
    ],
  };
}

/** Sessions that this member may read, as a condition of a query. */
export function readable(ctx: Ctx): Prisma.SessionWhereInput {
  const { role, id } = ctx.member;
  if (role === "admin" || may(role, "audit.read_payload")) return {};
  return {
    OR: [{ ownerMemberId: id }, { visibility: { not: "private" } }, { shares: { some: { memberId: id } } }],
  };
}

/** The same as a condition over sessions, alias s: which of them this member may read. */
export function readableSql(ctx: Ctx): Sql {
  const { role, id } = ctx.member;
  if (role === "admin" || may(role, "audit.read_payload")) return emptySql;
  return sql`AND (s.owner_member_id = ${id}::uuid OR s.visibility <> 'private'
    OR EXISTS (SELECT 1 FROM session_member sm WHERE sm.session_id = s.id AND sm.member_id = ${id}::uuid))`;
}

/** The session of an execution; what a member may not read is not found. */
export async function requireExecution(ctx: Ctx, executionId: string): Promise<void> {
  const execution = await ctx.db.execution.findFirst({
    where: { id: executionId, orgId: ctx.org.id },
    select: { sessionId: true },
  });
  if (execution === null) throw notFound("execution");
  await requireSession(ctx, execution.sessionId, "read").catch((cause: unknown) => {
    throw cause instanceof AppError && cause.code === "not_found" ? notFound("execution") : cause;
  });
}
