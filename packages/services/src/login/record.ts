import type { AuditEvent } from "@gatehouse/core/audit/event";
import { asId, type MemberId } from "@gatehouse/core/ids";
import { appendAudit } from "../audit/append.ts";
import type { PublicCtx } from "../context.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";

/** To the chain of every org the person is in; an unknown e-mail to the only org there is, if there is only one. */
export async function recordSignIn(ctx: PublicCtx, email: string, event: AuditEvent): Promise<void> {
  const members = await ctx.db.member.count({ where: { user: { email } } });
  if (members > 0) {
    await withTransaction(ctx.db, (tx) => recordAudited(tx, { email }, event));
    return;
  }
  const orgs = await ctx.db.org.findMany({ select: { id: true }, take: 2 });
  const only = orgs.length === 1 ? orgs[0] : undefined;
  ctx.log.warn({ type: event.type, ip: ctx.ip }, "sign-in with an e-mail that belongs to no member");
  if (only === undefined) return;
  const system = { orgId: only.id, actor: { kind: "system" as const, part: "maintenance" as const } };
  await withTransaction(ctx.db, (tx) => appendAudit(tx, system, [event]));
}

/** What a person did with their own account, in the chain of each of their orgs. */
export async function recordAudited(
  tx: Tx,
  user: { id: string } | { email: string },
  event: AuditEvent,
): Promise<void> {
  const members = await tx.member.findMany({
    where: { user },
    select: { id: true, orgId: true },
    orderBy: { orgId: "asc" },
  });
  for (const member of members) {
    const actor = { kind: "person" as const, memberId: asId<MemberId>(member.id) };
    await appendAudit(tx, { orgId: member.orgId, actor }, [event]);
  }
}
