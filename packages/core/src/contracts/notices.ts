import { z } from "zod";

/** A job says that a message is to be looked at, and nothing else. */
export const noticeJob = z.strictObject({ deliveryId: z.uuid() });
export type NoticeJob = z.infer<typeof noticeJob>;

/** What goes over HTTP any worker with the orgs' keys sends; e-mail goes to those that know a mail server. */
export const noticeQueueNames = { web: "notice-web", mail: "notice-mail" } as const;
export type NoticeQueue = keyof typeof noticeQueueNames;
