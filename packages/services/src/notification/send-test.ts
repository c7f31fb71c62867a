import { AppError } from "@gatehouse/core/errors";
import type { Channel } from "@gatehouse/core/notification/channels";
import { auditActor, originOf, requirePerson, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { hit } from "../rate-limit/hit.ts";
import { withTransaction } from "../transaction.ts";
import { enqueueNotice } from "./enqueue.ts";
import { readReach } from "./reach.ts";
import { readSetting } from "./setting.ts";

const mostTests = 10;
const testWindowMs = 10 * 60_000;

/** Sends a message by one way that there is: to the org's webhook, to oneself by e-mail, or to one's own browsers. */
export async function sendTestNotice(ctx: Ctx, channel: Channel): Promise<{ ids: string[] }> {
  if (channel === "webhook") await requireRole(ctx, "notification.manage");
  requirePerson(ctx);
  await hit(ctx.db, { key: `notice-test:${ctx.member.id}`, max: mostTests, windowMs: testWindowMs }, ctx.now);
  const targets = await targetsOf(ctx, channel);
  const memberId = channel === "webhook" ? null : ctx.member.id;
  const rows = targets.map((target) => {
    const id = newId<string>();
    const of = { channel, target, kind: "test", subject: id, stage: id };
    return { id, orgId: ctx.org.id, memberId, ...of, data: { asker: ctx.member.name }, dueAt: ctx.now };
  });
  await withTransaction(ctx.db, async (tx) => {
    await tx.notificationDelivery.createMany({ data: rows });
    await appendAudit(tx, auditActor(ctx), [
      { type: "notification.test_requested", payload: { channel, count: rows.length, ...originOf(ctx) } },
    ]);
  });
  for (const { id, dueAt } of rows) await enqueueNotice(ctx, { id, channel, dueAt });
  return { ids: rows.map(({ id }) => id) };
}

async function targetsOf(ctx: Ctx, channel: Channel): Promise<string[]> {
  const { member, org } = ctx;
  if (channel === "webhook") {
    if ((await readSetting(ctx.db, org.id)).webhookUrl !== null) return [org.id];
    throw new AppError("conflict", "There is no webhook. Save its address first.");
  }
  if (channel === "email") {
    if ((await readReach(ctx.db, ctx.now)).mail !== null) return [member.id];
    throw new AppError("conflict", "No worker knows a mail server: SMTP_URL and SMTP_FROM are not set.");
  }
  const devices = await ctx.db.pushDevice.findMany({
    where: { memberId: member.id, orgId: org.id },
    select: { id: true },
  });
  if (devices.length === 0)
    throw new AppError("conflict", "None of your browsers is told yet. Switch this one on first.");
  return devices.map(({ id }) => id);
}
