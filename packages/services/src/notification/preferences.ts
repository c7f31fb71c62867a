import {
  type MemberChannel,
  type NotificationKind,
  type Wanted,
  wantedOf,
} from "@gatehouse/core/notification/channels";
import { requirePerson } from "../access.ts";
import type { Ctx } from "../context.ts";
import { readReach } from "./reach.ts";

export type Preferences = {
  wanted: Wanted;
  /** whether a worker can send e-mail at all, and where to */
  email: { address: string; works: boolean };
  devices: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
};

/** What the member is told outside the pages of this org, and the browsers that show it. */
export async function readPreferences(ctx: Ctx): Promise<Preferences> {
  requirePerson(ctx);
  const own = { memberId: ctx.member.id, orgId: ctx.org.id };
  const [choices, devices, user, reach] = await Promise.all([
    ctx.db.notificationPreference.findMany({ where: own }),
    ctx.db.pushDevice.findMany({ where: own, orderBy: { createdAt: "asc" } }),
    ctx.db.user.findUniqueOrThrow({ where: { id: ctx.member.userId }, select: { email: true } }),
    readReach(ctx.db, ctx.now),
  ]);
  return {
    wanted: wantedOf(choices),
    email: { address: user.email, works: reach.mail !== null },
    devices: devices.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
  };
}

export async function choosePreference(
  ctx: Ctx,
  choice: { kind: NotificationKind; channel: MemberChannel; wanted: boolean },
): Promise<void> {
  requirePerson(ctx);
  const { kind, channel, wanted } = choice;
  const memberId = ctx.member.id;
  await ctx.db.notificationPreference.upsert({
    where: { memberId_kind_channel: { memberId, kind, channel } },
    create: { memberId, orgId: ctx.org.id, kind, channel, wanted },
    update: { wanted },
  });
}
