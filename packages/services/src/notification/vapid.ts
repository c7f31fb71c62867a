import webPush from "web-push";
import { z } from "zod";
import { auditActor, originOf, requirePerson } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx, Services } from "../context.ts";
import { putSecret, readSecret } from "../secret/store.ts";
import { withTransaction } from "../transaction.ts";

/** The pair of keys by which push services know this org; made with its first device, kept as an org secret. */
const vapid = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof vapid>;

const name = "push/vapid";

export async function readVapid(
  ctx: Pick<Services, "db" | "secretKeys">,
  orgId: string,
): Promise<VapidKeys | null> {
  const text = await readSecret({ db: ctx.db, keys: ctx.secretKeys }, { orgId, name });
  return text === null ? null : vapid.parse(JSON.parse(text));
}

/** The public key, for a browser that wants to be told. Two that ask first at once get the same one. */
export async function pushKey(ctx: Ctx): Promise<string> {
  requirePerson(ctx);
  const known = await readVapid(ctx, ctx.org.id);
  if (known !== null) return known.publicKey;
  const made = webPush.generateVAPIDKeys();
  await withTransaction(ctx.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM org WHERE id = ${ctx.org.id}::uuid FOR UPDATE`;
    const place = { orgId: ctx.org.id, name };
    if ((await readSecret({ db: tx, keys: ctx.secretKeys }, place)) !== null) return;
    await putSecret({ db: tx, keys: ctx.secretKeys }, place, {
      value: JSON.stringify(made),
      by: ctx.member.id,
      now: ctx.now,
    });
    await appendAudit(tx, auditActor(ctx), [{ type: "secret.set", payload: { name, ...originOf(ctx) } }]);
  });
  return (await readVapid(ctx, ctx.org.id))?.publicKey ?? made.publicKey;
}
