/**
 * From news on the pages to messages that leave them: one row a way and target, at most one of the same news. Each sweep does
 * it, whichever process; what is planned is marked in the transaction that plans it.
 */
import { type Channel, kindOf, wantedOf } from "@gatehouse/core/notification/channels";
import { firstAttemptMs, mostAnHour, stageOf } from "@gatehouse/core/notification/delivery";
import type { Services } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import { enqueueNotice } from "./enqueue.ts";
import { readReach } from "./reach.ts";

export type Planning = Pick<Services, "db" | "queues" | "log"> & { now: Date };
export type Planned = { id: string; channel: Channel; dueAt: Date };
export type NewsRow = {
  id: string;
  orgId: string;
  kind: string;
  subject: string;
  topic: string;
  sessionId: string | null;
  data: Record<string, unknown>;
};
type Unplanned = NewsRow & { memberId: string };
type Target = { channel: Channel; target: string; memberId: string | null };

const atOnce = 100;

/** One pass; gives how many messages were planned. */
export async function planNotices(ctx: Planning): Promise<number> {
  const planned = await withTransaction(ctx.db, async (tx) => {
    // unaudited: what is told stands in the chain already, and what becomes of a message in its own row
    const made: Planned[] = [];
    const unplanned = await takeUnplanned(tx);
    const mail = unplanned.length > 0 && (await readReach(tx, ctx.now)).mail !== null;
    for (const news of unplanned) {
      const targets = [...(await targetsOf(tx, news, mail)), ...(await webhookOf(tx, news))];
      made.push(...(await insertDeliveries(tx, { news, targets, now: ctx.now })));
    }
    return made;
  });
  for (const one of planned) await enqueueNotice(ctx, one);
  return planned.length;
}

function takeUnplanned(tx: Tx): Promise<Unplanned[]> {
  return tx.$queryRaw<Unplanned[]>`
    WITH due AS (SELECT id FROM notification WHERE unplanned ORDER BY created_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
    UPDATE notification n SET unplanned = false FROM due WHERE n.id = due.id
    RETURNING n.id::text, n.org_id::text AS "orgId", n.member_id::text AS "memberId", n.kind, n.subject::text, n.topic,
      n.session_id::text AS "sessionId", n.data`;
}

/** The ways to one member that they want for this kind and that exist: their devices, and e-mail. */
async function targetsOf(
  tx: Tx,
  { kind: event, memberId, orgId }: Unplanned,
  mail: boolean,
): Promise<Target[]> {
  const kind = kindOf(event);
  if (kind === null) return [];
  const wanted = wantedOf(await tx.notificationPreference.findMany({ where: { memberId, orgId, kind } }))[
    kind
  ];
  const devices = wanted.push
    ? await tx.pushDevice.findMany({ where: { memberId, orgId }, select: { id: true } })
    : [];
  const push = devices.map(({ id }): Target => ({ channel: "push", target: id, memberId }));
  return wanted.email && mail ? [...push, { channel: "email", target: memberId, memberId }] : push;
}

/** The org's webhook hears of the same news once, however many members do. */
export async function webhookOf(tx: Tx, { kind: event, orgId }: NewsRow): Promise<Target[]> {
  const kind = kindOf(event);
  const setting = await tx.notificationSetting.findUnique({ where: { orgId } });
  if (kind === null || setting?.webhookUrl == null || !setting.webhookKinds.includes(kind)) return [];
  return [{ channel: "webhook", target: orgId, memberId: null }];
}

export async function insertDeliveries(
  tx: Tx,
  { news, targets, now }: { news: NewsRow; targets: readonly Target[]; now: Date },
): Promise<Planned[]> {
  const escalated = news.data["escalated"] === true;
  const made: Planned[] = [];
  for (const { channel, target, memberId } of targets) {
    const full = await isFull(tx, { channel, target, now });
    const id = newId<string>();
    const dueAt = new Date(now.getTime() + firstAttemptMs(channel, { kind: news.kind, escalated }));
    const shared = channel === "webhook" && news.kind !== "approval.waits";
    const stage = shared ? "once" : stageOf(news);
    const { count } = await tx.notificationDelivery.createMany({
      data: [
        {
          id,
          orgId: news.orgId,
          memberId,
          channel,
          target,
          kind: news.kind,
          subject: news.subject,
          topic: news.topic,
          stage,
          sessionId: news.sessionId,
          data: news.data as object,
          createdAt: now,
          dueAt,
          ...(full ? { status: "dropped", detail: fullText(channel), endedAt: now } : {}),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 1 && !full) made.push({ id, channel, dueAt });
  }
  return made;
}

async function isFull(tx: Tx, of: { channel: Channel; target: string; now: Date }): Promise<boolean> {
  const since = new Date(of.now.getTime() - 3_600_000);
  const count = await tx.notificationDelivery.count({
    where: { target: of.target, channel: of.channel, createdAt: { gt: since } },
  });
  return count >= mostAnHour[of.channel];
}

function fullText(channel: Channel): string {
  return `More than ${mostAnHour[channel]} in an hour: it stands on the pages only.`;
}
