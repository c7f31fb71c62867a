import { isSeenLine } from "@gatehouse/core/seen-line";
import type { AuditEvent } from "@gatehouse/core/audit/event";
import { asId, type MemberId } from "@gatehouse/core/ids";
import type { SignInProblem } from "@gatehouse/core/sign-in/problem";
import { originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { PublicCtx } from "../context.ts";
import type { Tx } from "../db.ts";
import { normalEmail } from "../login/insert-user.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import type { Claims } from "./protocol.ts";

type Provider = { orgId: string; issuer: string; domains: string[]; newcomerRole: string | null };
type Vouched = { userId: string; email: string } | { problem: SignInProblem };

/**
 * Whom a provider's claims mean. It speaks for its own org alone: an account of somebody who is no member of that org is
 * never opened, joined or linked by it, whatever e-mail it names. Proof: test/integration/web/identity-provider.test.ts.
 */
export async function personVouchedFor(ctx: PublicCtx, provider: Provider, claims: Claims): Promise<Vouched> {
  if (claims.email === null || !claims.verified) return { problem: "unverified_email" };
  const email = normalEmail(claims.email);
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (provider.domains.length > 0 && !provider.domains.includes(domain)) return { problem: "domain" };
  return withTransaction(ctx.db, async (tx) => {
    const own = { providerId: `oidc:${provider.orgId}`, accountId: `${provider.issuer} ${claims.subject}` };
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${own.providerId} ${email}`}, 0))::text`;
    const linked = await tx.account.findUnique({
      where: { providerId_accountId: own },
      select: { user: { select: { id: true, email: true } } },
    });
    const user =
      linked?.user ?? (await tx.user.findUnique({ where: { email }, select: { id: true, email: true } }));
    if (user === null) return joinAudited(ctx, tx, { provider, email, name: claims.name, own });
    const member = await tx.member.findUnique({
      where: { orgId_userId: { orgId: provider.orgId, userId: user.id } },
      select: { id: true, lockedAt: true },
    });
    if (member === null) return { problem: "account_exists" };
    if (member.lockedAt !== null) return { problem: "locked" };
    if (linked === null) await linkAudited(ctx, tx, { provider, own, userId: user.id, memberId: member.id });
    return { userId: user.id, email: user.email };
  });
}

type Own = { providerId: string; accountId: string };
type Link = { provider: Provider; own: Own; userId: string; memberId: string };

async function linkAudited(ctx: PublicCtx, tx: Tx, { provider, own, userId, memberId }: Link): Promise<void> {
  await insertIdentity(tx, own, { userId, now: ctx.now });
  const payload = { memberId, issuer: provider.issuer, ...originOf(ctx) };
  await appendAs(tx, { orgId: provider.orgId, memberId }, [{ type: "identity.linked", payload }]);
}

type Joining = { provider: Provider; email: string; name: string | null; own: Own };

/** Somebody new: with an open invitation the role that it names, else what the admin set for newcomers, else nothing. */
async function joinAudited(ctx: PublicCtx, tx: Tx, of: Joining): Promise<Vouched> {
  const { provider, email, own } = of;
  const { orgId, issuer } = provider;
  const invitation = await takeInvitation(ctx, tx, { orgId, email });
  const role = invitation?.role ?? provider.newcomerRole;
  if (role === null) return { problem: "invitation_needed" };
  const [userId, memberId] = [newId<string>(), newId<string>()];
  const given = (of.name ?? "").trim().slice(0, 80);
  const name = isSeenLine(given) ? given : email;
  const user = { id: userId, name, email, emailVerified: true, updatedAt: ctx.now };
  await tx.user.createMany({ data: [user] });
  await insertIdentity(tx, own, { userId, now: ctx.now });
  await tx.member.createMany({ data: [{ id: memberId, orgId, userId, role }] });
  const joined = { memberId, role, email, issuer, invitationId: invitation?.id ?? null, ...originOf(ctx) };
  await appendAs(tx, { orgId, memberId }, [
    { type: "member.joined", payload: joined },
    { type: "identity.linked", payload: { memberId, issuer, ...originOf(ctx) } },
  ]);
  return { userId, email };
}

async function takeInvitation(
  ctx: PublicCtx,
  tx: Tx,
  of: { orgId: string; email: string },
): Promise<{ id: string; role: string } | null> {
  const rows = await tx.$queryRaw<{ id: string; role: string }[]>`
    UPDATE invitation SET accepted_at = ${ctx.now} WHERE accepted_at IS NULL AND id = (
      SELECT id FROM invitation WHERE org_id = ${of.orgId}::uuid AND email = ${of.email} AND accepted_at IS NULL
        AND revoked_at IS NULL AND expires_at > ${ctx.now} ORDER BY created_at DESC LIMIT 1 FOR UPDATE)
    RETURNING id::text, role`;
  return rows[0] ?? null;
}

async function insertIdentity(tx: Tx, own: Own, of: { userId: string; now: Date }): Promise<void> {
  await tx.account.createMany({
    data: [{ id: newId<string>(), ...own, userId: of.userId, updatedAt: of.now }],
  });
}

function appendAs(
  tx: Tx,
  of: { orgId: string; memberId: string },
  events: readonly AuditEvent[],
): Promise<void> {
  const actor = { kind: "person" as const, memberId: asId<MemberId>(of.memberId) };
  return appendAudit(tx, { orgId: of.orgId, actor }, events);
}
