import type { NotificationKind, Saying } from "@gatehouse/core/notification/channels";
import type { Db, Tx } from "../db.ts";

export type NotificationSettings = {
  webhookUrl: string | null;
  webhookKinds: NotificationKind[];
  says: Saying;
  linkMinutes: number;
};

/** What an org set, or the defaults. */
export async function readSetting(db: Db | Tx, orgId: string): Promise<NotificationSettings> {
  const row = await db.notificationSetting.findUnique({ where: { orgId } });
  return {
    webhookUrl: row?.webhookUrl ?? null,
    webhookKinds: (row?.webhookKinds ?? ["approval", "job"]) as NotificationKind[],
    says: (row?.says ?? "program") as Saying,
    linkMinutes: row?.linkMinutes ?? 60,
  };
}
