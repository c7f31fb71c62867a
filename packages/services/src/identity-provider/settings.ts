import { AppError } from "@gatehouse/core/errors";
import type { Role } from "@gatehouse/core/role";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { requireStillAdmin } from "../member/change-role.ts";
import { newId } from "../new-id.ts";
import { putSecret, readSecret, removeSecret } from "../secret/store.ts";
import { withTransaction } from "../transaction.ts";
import { discover, isSafeIssuer } from "./protocol.ts";

export const providerSecretName = "identity_provider";
export type NewcomerRole = Exclude<Role, "admin">;

export type ProviderSettings = {
  name: string;
  issuer: string;
  clientId: string;
  domains: string[];
  newcomerRole: NewcomerRole | null;
  secondFactorTrusted: boolean;
};

export async function readProvider(ctx: Ctx): Promise<ProviderSettings | null> {
  await requireRole(ctx, "org.manage");
  const row = await ctx.db.identityProvider.findUnique({ where: { orgId: ctx.org.id } });
  return row === null ? null : settingsOf(row);
}

/** Tried before it is kept: an issuer that does not answer, or names another one, is told at once. */
export async function saveProvider(
  ctx: Ctx,
  input: ProviderSettings & { secret?: string | undefined },
): Promise<void> {
  await requireRole(ctx, "org.manage");
  const { secret: given, ...wanted } = input;
  const after = { ...wanted, domains: [...new Set(wanted.domains.map((one) => one.toLowerCase()))].sort() };
  check(after);
  const place = { orgId: ctx.org.id, name: providerSecretName };
  const secret = given ?? (await readSecret({ db: ctx.db, keys: ctx.secretKeys }, place));
  if (secret === null) throw new AppError("invalid_input", "secret: enter the client's secret.");
  await discover({ issuer: after.issuer, clientId: after.clientId, secret });
  await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    const row = await tx.identityProvider.findUnique({ where: { orgId: ctx.org.id } });
    const before = row === null ? null : settingsOf(row);
    // Who another issuer vouched for is not who this one means: those logins end.
    const moved = before !== null && before.issuer !== after.issuer;
    const logins = moved ? await endProviderLogins(ctx, tx) : 0;
    const data = { ...after, changedAt: ctx.now };
    await tx.identityProvider.upsert({
      where: { orgId: ctx.org.id },
      create: { orgId: ctx.org.id, id: newId<string>(), ...data },
      update: data,
    });
    if (given !== undefined)
      await putSecret({ db: tx, keys: ctx.secretKeys }, place, {
        value: given,
        by: ctx.member.id,
        now: ctx.now,
      });
    const payload = { before, after, secretSet: given !== undefined, logins, ...originOf(ctx) };
    await appendAudit(tx, auditActor(ctx), [
      { type: "identity_provider.saved", payload },
      ...(given === undefined
        ? []
        : [{ type: "secret.set" as const, payload: { name: providerSecretName } }]),
    ]);
  });
  announceEndedLogins(ctx.announcer);
}

/** Nobody signs in there any more, and who did is signed out. */
export async function removeProvider(ctx: Ctx): Promise<void> {
  await requireRole(ctx, "org.manage");
  await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    const { count } = await tx.identityProvider.deleteMany({ where: { orgId: ctx.org.id } });
    if (count === 0) throw notFound("identity provider");
    await removeSecret(tx, { orgId: ctx.org.id, name: providerSecretName });
    const logins = await endProviderLogins(ctx, tx);
    await appendAudit(tx, auditActor(ctx), [
      { type: "identity_provider.removed", payload: { logins, ...originOf(ctx) } },
      { type: "secret.removed", payload: { name: providerSecretName } },
    ]);
  });
  announceEndedLogins(ctx.announcer);
}

async function endProviderLogins(ctx: Ctx, tx: Tx): Promise<number> {
  await tx.oidcSignIn.deleteMany({ where: { orgId: ctx.org.id } });
  return (await tx.login.deleteMany({ where: { orgId: ctx.org.id, method: "oidc" } })).count;
}

function check({ issuer, domains, newcomerRole }: ProviderSettings): void {
  if (!isSafeIssuer(issuer))
    throw new AppError("invalid_input", "issuer: it begins with https://, or is on this machine.");
  if (newcomerRole !== null && domains.length === 0)
    throw new AppError(
      "invalid_input",
      "domains: name the e-mail domains whose people may join without an invitation.",
    );
}

function settingsOf(
  row: Omit<ProviderSettings, "newcomerRole"> & { newcomerRole: string | null },
): ProviderSettings {
  const { name, issuer, clientId, domains, secondFactorTrusted } = row;
  const newcomerRole = row.newcomerRole as NewcomerRole | null;
  return { name, issuer, clientId, domains, newcomerRole, secondFactorTrusted };
}
