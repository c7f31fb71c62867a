import { AppError } from "@gatehouse/core/errors";
import { mayFetch } from "@gatehouse/core/web/may-fetch";
import { auditActor, notFound, originOf, requirePerson } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import { pushKey } from "./vapid.ts";

export type DeviceInput = { name: string; endpoint: string; p256dh: string; auth: string };

const mostDevices = 20;

/**
 * A browser of the member that shows messages. Its push service is an address that the browser names, so it is judged like
 * every address a tool would fetch: public, or on net_white_list. It is judged again, with what it resolves to, at every sending.
 */
export async function addPushDevice(ctx: Ctx, input: DeviceInput): Promise<{ id: string }> {
  requirePerson(ctx);
  await requirePushService(ctx, input.endpoint);
  await pushKey(ctx);
  const keys = { p256dh: bytesIn(input.p256dh), auth: bytesIn(input.auth) };
  if (keys.p256dh !== 65 || keys.auth !== 16)
    throw new AppError("invalid_input", "p256dh and auth: these are not the keys of a browser.");
  return withTransaction(ctx.db, async (tx) => {
    // the same browser again, perhaps under another account: it shows the messages of whoever said so last
    await tx.pushDevice.deleteMany({ where: { orgId: ctx.org.id, endpoint: input.endpoint } });
    const count = await tx.pushDevice.count({ where: { memberId: ctx.member.id, orgId: ctx.org.id } });
    if (count >= mostDevices)
      throw new AppError("limit_reached", `You have ${count} browsers that are told. Remove one first.`);
    const id = newId<string>();
    const { name, endpoint, p256dh, auth } = input;
    await tx.pushDevice.createMany({
      data: [
        {
          id,
          orgId: ctx.org.id,
          memberId: ctx.member.id,
          name,
          endpoint,
          p256dh,
          auth,
          createdAt: ctx.now,
        },
      ],
    });
    const service = new URL(endpoint).host;
    await appendAudit(tx, auditActor(ctx), [
      { type: "push_device.added", payload: { deviceId: id, name, service, ...originOf(ctx) } },
    ]);
    return { id };
  });
}

export async function removePushDevice(ctx: Ctx, id: string): Promise<void> {
  requirePerson(ctx);
  await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.pushDevice.deleteMany({
      where: { id, orgId: ctx.org.id, memberId: ctx.member.id },
    });
    if (count === 0) throw notFound("browser");
    await appendAudit(tx, auditActor(ctx), [
      { type: "push_device.removed", payload: { deviceId: id, ...originOf(ctx) } },
    ]);
  });
}

async function requirePushService(ctx: Ctx, endpoint: string): Promise<void> {
  const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
  const judged = mayFetch(endpoint, { net_white_list: document.net_white_list, network_host: [] });
  if (!judged.ok) throw new AppError("invalid_input", `endpoint: ${judged.sentence}.`);
  if (judged.url.scheme !== "https" && !judged.exempt)
    throw new AppError("invalid_input", "endpoint: a push service is reached by https.");
}

function bytesIn(text: string): number {
  return Buffer.from(text, "base64url").length;
}
