import { databaseNow } from "../database-clock.ts";
import type { Db, Tx } from "../db.ts";

/** Where people open the product and whether a worker can send e-mail, as both last said. */
export type Reach = { publicUrl: string | null; mail: { from: string } | null };

/** How long a worker that can send e-mail may be silent before nobody counts on it. */
const mailFreshMs = 5 * 60_000;

export async function readReach(db: Db | Tx, now: Date): Promise<Reach> {
  const row = await db.reach.findUnique({ where: { id: 1 } });
  const fresh = row?.mailAt != null && row.mailAt.getTime() > now.getTime() - mailFreshMs;
  return {
    publicUrl: row?.publicUrl ?? null,
    mail: fresh && row.mailFrom !== null ? { from: row.mailFrom } : null,
  };
}

/** Said by a web server when it starts: links in messages follow its PUBLIC_URL. */
export async function sayPublicUrl(db: Db, publicUrl: string): Promise<void> {
  await db.reach.upsert({ where: { id: 1 }, create: { id: 1, publicUrl }, update: { publicUrl } });
}

/** Said again and again by each worker that knows a mail server. */
export async function sayMail(db: Db, mailFrom: string): Promise<void> {
  const mail = { mailFrom, mailAt: await databaseNow(db) };
  await db.reach.upsert({ where: { id: 1 }, create: { id: 1, ...mail }, update: mail });
}
