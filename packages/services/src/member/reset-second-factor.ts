import { createHash } from "node:crypto";
import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { proveStepUp, type StepUpProof, takeStepUp } from "../login/step-up.ts";
import type { Site } from "../passkey/site.ts";
import { stepUpPasskeyOptions } from "../passkey/step-up.ts";
import { withTransaction } from "../transaction.ts";
import { requireStillAdmin } from "./change-role.ts";

/** What the admin's step-up is for: this one member and nothing else. */
const boundTo = (memberId: string): string => `member.reset_second_factor ${memberId}`;

export async function resetPasskeyOptions(ctx: Ctx, site: Site, memberId: string) {
  await requireRole(ctx, "member.reset_second_factor");
  await find(ctx, memberId);
  return stepUpPasskeyOptions(ctx, site, boundTo(memberId));
}

/**
 * For a member who lost their phone: app, recovery codes and passkeys go, their logins end, and they are told. Never one's
 * own, which takes a proof of one's own, and not that of somebody whom another org's admins answer for as well.
 */
export async function resetSecondFactor(
  ctx: Ctx,
  input: { memberId: string; proof: StepUpProof },
): Promise<void> {
  await requireRole(ctx, "member.reset_second_factor");
  const { memberId } = input;
  const { userId } = await find(ctx, memberId);
  const inputDigest = createHash("sha256").update(boundTo(memberId)).digest("hex");
  const stepUpId = await proveStepUp(ctx, input.proof, { inputDigest, bound: boundTo(memberId) });
  await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    await takeStepUp(ctx, tx, { stepUpId, inputDigest });
    const totp = await tx.userTotp.deleteMany({ where: { userId } });
    const passkeys = await tx.passkey.deleteMany({ where: { userId } });
    if (totp.count + passkeys.count === 0) throw nothingToReset();
    const logins = await tx.login.deleteMany({ where: { userId } });
    const data = JSON.stringify({ by: ctx.member.name });
    await tx.$executeRaw`
      SELECT tell_member(${ctx.org.id}::uuid, ${memberId}::uuid, 'member.second_factor_reset', ${memberId}::uuid, '', NULL,
        ${data}::jsonb, 1)`;
    const removed = { totp: totp.count > 0, passkeys: passkeys.count, logins: logins.count };
    const payload = { memberId, stepUpId, ...removed, ...originOf(ctx) };
    await appendAudit(tx, auditActor(ctx), [{ type: "member.second_factor_reset", payload }]);
  });
  announceEndedLogins(ctx.announcer);
}

const nothingToReset = (): AppError =>
  new AppError("conflict", "This member has no second factor, so there is nothing to reset.");

async function find(ctx: Ctx, id: string): Promise<{ userId: string }> {
  const member = await ctx.db.member.findFirst({
    where: { id, orgId: ctx.org.id },
    select: {
      userId: true,
      user: { select: { totp: true, _count: { select: { members: true, passkeys: true } } } },
    },
  });
  if (member === null) throw notFound("member");
  if (id === ctx.member.id)
    throw new AppError("conflict", "Change your own second factor on your profile page.");
  if (member.user._count.members > 1)
    throw new AppError(
      "conflict",
      "This person belongs to another org too; only they can change their second factor.",
    );
  if (member.user.totp === null && member.user._count.passkeys === 0) throw nothingToReset();
  return { userId: member.userId };
}
