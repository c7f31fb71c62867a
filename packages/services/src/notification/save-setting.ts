import { AppError } from "@gatehouse/core/errors";
import { mayFetch } from "@gatehouse/core/web/may-fetch";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { putSecret, readSecret, removeSecret } from "../secret/store.ts";
import { withTransaction } from "../transaction.ts";
import { type NotificationSettings, readSetting } from "./setting.ts";
import { newWebhookSecret, webhookSecretName } from "./webhook.ts";

/** A new secret of the webhook, told this once. */
export type SavedSetting = { secret: string | null };

/** Where an org's webhook is and what messages may say. The first address gets a secret; taking it away destroys it. */
export async function saveNotificationSetting(ctx: Ctx, input: NotificationSettings): Promise<SavedSetting> {
  await requireRole(ctx, "notification.manage");
  if (input.webhookUrl !== null) await requireReachable(ctx, input.webhookUrl);
  const place = { orgId: ctx.org.id, name: webhookSecretName };
  return withTransaction(ctx.db, async (tx) => {
    const with_ = { db: tx, keys: ctx.secretKeys };
    const before = await readSetting(tx, ctx.org.id);
    const data = { ...input, changedAt: ctx.now, changedBy: ctx.member.id };
    await tx.notificationSetting.upsert({
      where: { orgId: ctx.org.id },
      create: { orgId: ctx.org.id, ...data },
      update: data,
    });
    const has = (await readSecret(with_, place)) !== null;
    const secret = input.webhookUrl !== null && !has ? newWebhookSecret() : null;
    if (secret !== null) await putSecret(with_, place, { value: secret, by: ctx.member.id, now: ctx.now });
    if (input.webhookUrl === null && has) await removeSecret(tx, place);
    await appendAudit(tx, auditActor(ctx), [
      { type: "notification.settings_saved", payload: { from: before, to: input, ...originOf(ctx) } },
      ...(secret === null ? [] : [{ type: "secret.set" as const, payload: { name: webhookSecretName } }]),
      ...(input.webhookUrl === null && has
        ? [{ type: "secret.removed" as const, payload: { name: webhookSecretName } }]
        : []),
    ]);
    return { secret };
  });
}

/** Another secret in place of the one there is: what is signed from now on is signed with it. */
export async function renewWebhookSecret(ctx: Ctx): Promise<{ secret: string }> {
  await requireRole(ctx, "notification.manage");
  const { webhookUrl } = await readSetting(ctx.db, ctx.org.id);
  if (webhookUrl === null) throw new AppError("conflict", "There is no webhook. Save its address first.");
  const secret = newWebhookSecret();
  const place = { orgId: ctx.org.id, name: webhookSecretName };
  await withTransaction(ctx.db, async (tx) => {
    await putSecret({ db: tx, keys: ctx.secretKeys }, place, {
      value: secret,
      by: ctx.member.id,
      now: ctx.now,
    });
    await appendAudit(tx, auditActor(ctx), [
      { type: "secret.set", payload: { name: webhookSecretName, ...originOf(ctx) } },
    ]);
  });
  return { secret };
}

async function requireReachable(ctx: Ctx, address: string): Promise<void> {
  const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
  const judged = mayFetch(address, { net_white_list: document.net_white_list, network_host: [] });
  if (judged.ok) return;
  const sentence =
    judged.code === "private_address"
      ? "this is no public address; a host inside your network is reached once net_white_list names it"
      : judged.sentence;
  throw new AppError("invalid_input", `webhookUrl: ${sentence}.`);
}
