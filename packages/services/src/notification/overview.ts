import type { Channel } from "@gatehouse/core/notification/channels";
import type { DeliveryStatus } from "@gatehouse/core/notification/delivery";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import { readReach } from "./reach.ts";
import { type NotificationSettings, readSetting } from "./setting.ts";

export type DeliveryView = {
  id: string;
  channel: Channel;
  kind: string;
  subject: string;
  /** the member's name; null: the webhook */
  to: string | null;
  status: DeliveryStatus;
  attempts: number;
  detail: string | null;
  createdAt: Date;
  /** when it is tried next, while it waits */
  dueAt: Date;
  endedAt: Date | null;
};
export type NotificationOverview = {
  setting: NotificationSettings;
  mailFrom: string | null;
  devices: number;
  escalationMinutes: number;
  deliveries: DeliveryView[];
};

const shown = 100;

/** How an org tells people outside its pages, and what became of the newest messages. */
export async function notificationOverview(
  ctx: Ctx,
  input: { failedOnly: boolean },
): Promise<NotificationOverview> {
  await requireRole(ctx, "notification.manage");
  const orgId = ctx.org.id;
  const [setting, reach, devices, policy, rows] = await Promise.all([
    readSetting(ctx.db, orgId),
    readReach(ctx.db, ctx.now),
    ctx.db.pushDevice.count({ where: { orgId } }),
    ctx.policies.current(ctx.db, orgId),
    ctx.db.notificationDelivery.findMany({
      where: {
        orgId,
        ...(input.failedOnly
          ? { OR: [{ status: "failed" }, { status: "queued", attempts: { gt: 0 } }] }
          : {}),
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: shown,
    }),
  ]);
  const members = [...new Set(rows.flatMap(({ memberId }) => memberId ?? []))];
  const names = await memberNames(ctx, members);
  return {
    setting,
    mailFrom: reach.mail?.from ?? null,
    devices,
    escalationMinutes: policy.document.limits.escalation_minutes,
    deliveries: rows.map((row) => ({
      id: row.id,
      channel: row.channel as Channel,
      kind: row.kind,
      subject: row.subject,
      to: row.memberId === null ? null : (names.get(row.memberId) ?? "former member"),
      status: row.status as DeliveryStatus,
      attempts: row.attempts,
      detail: row.detail,
      createdAt: row.createdAt,
      dueAt: row.dueAt,
      endedAt: row.endedAt,
    })),
  };
}
