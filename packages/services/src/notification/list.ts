import type { Ctx } from "../context.ts";

export type NotificationView = {
  id: string;
  kind: string;
  /** id of what it is about; of a command its tool call */
  subject: string;
  sessionId: string | null;
  data: Record<string, unknown>;
  count: number;
  changedAt: Date;
  readAt: Date | null;
};
export type Notifications = { items: NotificationView[]; unread: number };

const shown = 30;
const mostCounted = 100;

/** The newest things the member was told in this org, and how many of all are unread (counted up to 100). */
export async function listNotifications(ctx: Ctx): Promise<Notifications> {
  const own = { memberId: ctx.member.id, orgId: ctx.org.id };
  const [rows, unread] = await Promise.all([
    ctx.db.notification.findMany({ where: own, orderBy: { changedAt: "desc" }, take: shown }),
    ctx.db.notification.count({ where: { ...own, readAt: null }, take: mostCounted }),
  ]);
  return {
    items: rows.map(({ id, kind, subject, sessionId, data, count, changedAt, readAt }) => ({
      id,
      kind,
      subject,
      sessionId,
      data: data as Record<string, unknown>,
      count,
      changedAt,
      readAt,
    })),
    unread,
  };
}
