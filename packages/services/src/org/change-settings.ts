import { AppError } from "@gatehouse/core/errors";
import { type Role, roles } from "@gatehouse/core/role";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { requireStillAdmin } from "../member/change-role.ts";
import { withTransaction } from "../transaction.ts";
import { loginHoursBounds, withoutSecondFactor } from "./settings.ts";

/** What is absent stays, so that of two admins who change different things neither undoes the other. */
export type SettingsChange = {
  name?: string | undefined;
  secondFactorRoles?: readonly Role[] | undefined;
  loginHours?: number | undefined;
  /** the admin knows that the requirement meets themselves first */
  confirmed?: boolean | undefined;
};

type Settings = { name: string; secondFactorRoles: string[]; loginHours: number };

export async function changeOrgSettings(ctx: Ctx, change: SettingsChange): Promise<{ changed: boolean }> {
  await requireRole(ctx, "org.manage");
  const { loginHours: hours } = change;
  const { min, max } = loginHoursBounds;
  if (hours !== undefined && (!Number.isInteger(hours) || hours < min || hours > max))
    throw new AppError("invalid_input", `loginHours: whole hours from ${min} to ${max}.`);
  const changed = await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    const { name, secondFactorRoles, loginHours } = await tx.org.findUniqueOrThrow({
      where: { id: ctx.org.id },
    });
    const before: Settings = { name, secondFactorRoles, loginHours };
    const after = changedSettings(before, change);
    const fields = (["name", "secondFactorRoles", "loginHours"] as const).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    );
    if (fields.length === 0) return false;
    if (change.confirmed !== true) await refuseOwnSurprise(ctx, tx, { before, after });
    await tx.org.update({ where: { id: ctx.org.id }, data: after });
    const shortened = after.loginHours < before.loginHours ? await shortenLogins(ctx, tx, after) : 0;
    const of = (settings: Settings) => Object.fromEntries(fields.map((field) => [field, settings[field]]));
    const payload = { before: of(before), after: of(after), shortenedLogins: shortened, ...originOf(ctx) };
    await appendAudit(tx, auditActor(ctx), [{ type: "org.settings_changed", payload }]);
    return true;
  });
  if (changed) announceEndedLogins(ctx.announcer);
  return { changed };
}

function changedSettings(before: Settings, change: SettingsChange): Settings {
  const wanted = change.secondFactorRoles ?? before.secondFactorRoles;
  return {
    name: change.name ?? before.name,
    secondFactorRoles: roles.filter((role) => wanted.includes(role)),
    loginHours: change.loginHours ?? before.loginHours,
  };
}

/** An admin who asks for what they lack themselves is sent to set it up by their next click; they hear of it before. */
async function refuseOwnSurprise(
  ctx: Ctx,
  tx: Tx,
  { before, after }: { before: Settings; after: Settings },
): Promise<void> {
  const { role, userId } = ctx.member;
  if (!after.secondFactorRoles.includes(role) || before.secondFactorRoles.includes(role)) return;
  if ((await tx.user.count({ where: { id: userId, ...withoutSecondFactor } })) === 0) return;
  throw new AppError(
    "conflict",
    "You have no second factor yourself: you would have to set one up before you can do anything else. Confirm that you want this, or add one on your profile page first.",
    { details: { confirm: "own_second_factor" } },
  );
}

/** Logins that are there last no longer than the org lets new ones last. */
async function shortenLogins(ctx: Ctx, tx: Tx, { loginHours }: Settings): Promise<number> {
  const seconds = loginHours * 3_600;
  return tx.$executeRaw`
    UPDATE login l SET seconds = ${seconds}, expires_at = least(l.expires_at, l.updated_at + ${seconds} * interval '1 second')
    WHERE l.seconds > ${seconds}
      AND EXISTS (SELECT FROM member m WHERE m.user_id = l.user_id AND m.org_id = ${ctx.org.id}::uuid AND m.locked_at IS NULL)`;
}
