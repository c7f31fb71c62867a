import {
  linkMinutesBounds,
  memberChannels,
  notificationKinds,
  sayings,
} from "@gatehouse/core/notification/channels";
import { addPushDevice, removePushDevice } from "@gatehouse/services/notification/devices";
import { listNotifications } from "@gatehouse/services/notification/list";
import { notificationOverview } from "@gatehouse/services/notification/overview";
import { choosePreference, readPreferences } from "@gatehouse/services/notification/preferences";
import { readNotifications } from "@gatehouse/services/notification/read";
import { renewWebhookSecret, saveNotificationSetting } from "@gatehouse/services/notification/save-setting";
import { sendTestNotice } from "@gatehouse/services/notification/send-test";
import { pushKey } from "@gatehouse/services/notification/vapid";
import { z } from "zod";
import { id, line } from "../input.ts";
import { watchNotifications } from "../notification-stream.ts";
import { withMappedErrors } from "../stream-errors.ts";
import { orgProcedure, router } from "../trpc.ts";

const kind = z.enum(notificationKinds);
const key = z
  .string()
  .regex(/^[A-Za-z0-9_-]+={0,2}$/, "this is no base64url")
  .max(200);

const setting = z.object({
  webhookUrl: z
    .url({ protocol: /^https?$/, error: "this is no http or https address" })
    .max(1_000)
    .nullable(),
  webhookKinds: z.array(kind).max(notificationKinds.length),
  says: z.enum(sayings),
  linkMinutes: z.number().int().min(linkMinutesBounds.least).max(linkMinutesBounds.most),
});

export const notificationRouter = router({
  list: orgProcedure.query(({ ctx }) => listNotifications(ctx.verb)),
  read: orgProcedure
    .input(z.object({ ids: z.union([z.literal("all"), z.array(id).max(200)]) }))
    .mutation(async ({ ctx, input }) => {
      await readNotifications(ctx.verb, input.ids);
      return { ok: true };
    }),
  watch: orgProcedure.subscription(({ ctx, signal }) => withMappedErrors(watchNotifications(ctx, signal))),

  /** one's own: what one is told outside the pages, and the browsers that show it */
  preferences: orgProcedure.query(({ ctx }) => readPreferences(ctx.verb)),
  choose: orgProcedure
    .input(z.object({ kind, channel: z.enum(memberChannels), wanted: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await choosePreference(ctx.verb, input);
      return { ok: true };
    }),
  pushKey: orgProcedure.mutation(async ({ ctx }) => ({ key: await pushKey(ctx.verb) })),
  addDevice: orgProcedure
    .input(z.object({ name: line(80), endpoint: z.url().max(1_000), p256dh: key, auth: key }))
    .mutation(({ ctx, input }) => addPushDevice(ctx.verb, input)),
  removeDevice: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await removePushDevice(ctx.verb, input.id);
    return { ok: true };
  }),
  test: orgProcedure
    .input(z.object({ channel: z.enum([...memberChannels, "webhook"]) }))
    .mutation(({ ctx, input }) => sendTestNotice(ctx.verb, input.channel)),

  /** the org's, for admins */
  overview: orgProcedure
    .input(z.object({ failedOnly: z.boolean().default(false) }))
    .query(({ ctx, input }) => notificationOverview(ctx.verb, input)),
  save: orgProcedure
    .input(setting)
    .mutation(({ ctx, input: { org: _org, ...input } }) => saveNotificationSetting(ctx.verb, input)),
  renewSecret: orgProcedure.mutation(({ ctx }) => renewWebhookSecret(ctx.verb)),
});
