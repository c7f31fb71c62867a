import { databaseNow } from "../database-clock.ts";
import type { Services } from "../context.ts";
import { readSecret } from "../secret/store.ts";
import { type ClaimedNotice, claimNotice } from "./claim.ts";
import { type Content, composeNotice } from "./content.ts";
import { type Mailer, mailOf } from "./mail.ts";
import { pushRequest } from "./push.ts";
import { type Sent, settleNotice } from "./settle.ts";
import { readSetting } from "./setting.ts";
import { whyUnwanted } from "./still-wanted.ts";
import { readVapid } from "./vapid.ts";
import { webhookRequest, webhookSecretName } from "./webhook.ts";

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: Buffer };
/** What a server answered, or why it was not reached: a sentence, and whether it ever could be. */
export type HttpAnswer =
  | { ok: true; status: number; retryAfterMs: number | undefined }
  | { ok: false; why: string; never: boolean };

/** `post` goes out as a tool's request does, each address judged by the org's net_white_list. */
export type Sending = Pick<Services, "db" | "queues" | "log" | "secretKeys" | "policies"> & {
  post(request: OutgoingRequest, whiteList: readonly string[]): Promise<HttpAnswer>;
  mailer: Mailer | null;
};

/** One look at a message: sent, given up, put off, or none of our business any more. */
export async function sendNotice(ctx: Sending, id: string): Promise<void> {
  const notice = await claimNotice(ctx.db, id);
  if (notice === null) return;
  const sent = await attempt(ctx, notice).catch((error: unknown): Sent => {
    ctx.log.warn({ deliveryId: id, error: String(error) }, "a message was not sent and will be tried again");
    return { result: "failed", why: error instanceof Error ? error.message : String(error) };
  });
  await settleNotice(ctx, notice, sent);
}

async function attempt(ctx: Sending, notice: ClaimedNotice): Promise<Sent> {
  const unwanted = await whyUnwanted(ctx.db, notice);
  if (unwanted !== null) return { result: "dropped", why: unwanted };
  const content = await composeNotice(ctx, notice);
  if (content === null) return { result: "dropped", why: "What it is about is gone." };
  switch (notice.channel) {
    case "email":
      return sendMail(ctx, notice, content);
    case "push":
      return sendPush(ctx, notice, content);
    case "webhook":
      return sendWebhook(ctx, notice, content);
  }
}

async function sendMail(ctx: Sending, notice: ClaimedNotice, content: Content): Promise<Sent> {
  if (ctx.mailer === null) return { result: "dropped", why: "No mail server is set." };
  const member = await ctx.db.member.findUnique({
    where: { id: notice.memberId ?? notice.target },
    select: { user: { select: { email: true } } },
  });
  if (member === null) return { result: "dropped", why: "The member is gone." };
  try {
    await ctx.mailer.send({ to: member.user.email, id: notice.id, ...mailOf(content) });
    return { result: "sent" };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const code = (error as { responseCode?: unknown }).responseCode;
    // an answer of 5xx is for good; of 4xx, and no answer, for now
    return { result: typeof code === "number" && code >= 500 ? "refused" : "failed", why };
  }
}

async function sendPush(ctx: Sending, notice: ClaimedNotice, content: Content): Promise<Sent> {
  const { orgId, target } = notice;
  const [device, vapid] = await Promise.all([
    ctx.db.pushDevice.findFirst({ where: { id: target, orgId, memberId: notice.memberId ?? "" } }),
    readVapid(ctx, orgId),
  ]);
  if (device === null || vapid === null) return { result: "dropped", why: "The browser was removed." };
  const tag = notice.kind === "approval.waits" ? notice.subject : notice.id;
  const answer = await post(ctx, orgId, pushRequest({ target: device, vapid, content, tag }));
  if (answer.ok && (answer.status === 404 || answer.status === 410)) {
    await ctx.db.pushDevice.deleteMany({ where: { id: target, orgId } });
    return { result: "dropped", why: "The browser no longer takes messages and was removed." };
  }
  const sent = sentOf(answer, "the push service");
  if (sent.result === "sent")
    await ctx.db.pushDevice.updateMany({
      where: { id: target, orgId },
      data: { lastUsedAt: await databaseNow(ctx.db) },
    });
  return sent;
}

async function sendWebhook(ctx: Sending, notice: ClaimedNotice, content: Content): Promise<Sent> {
  const { id, orgId, kind, createdAt } = notice;
  const [{ webhookUrl: url }, secret] = await Promise.all([
    readSetting(ctx.db, orgId),
    readSecret({ db: ctx.db, keys: ctx.secretKeys }, { orgId, name: webhookSecretName }),
  ]);
  if (url === null || secret === null) return { result: "dropped", why: "The webhook was removed." };
  const request = webhookRequest({ id, kind, content, createdAt, secret, now: await databaseNow(ctx.db) });
  return sentOf(await post(ctx, orgId, { url, ...request }), "the receiver");
}

async function post(ctx: Sending, orgId: string, request: OutgoingRequest): Promise<HttpAnswer> {
  const { document } = await ctx.policies.current(ctx.db, orgId);
  return ctx.post(request, document.net_white_list);
}

/** No redirect is followed: what was judged is where it goes. */
function sentOf(answer: HttpAnswer, who: string): Sent {
  if (!answer.ok) return { result: answer.never ? "refused" : "failed", why: answer.why };
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return { result: "sent" };
  const why = `${who} answered ${status}`;
  if (status === 429 || status === 408 || status >= 500) return { result: "failed", why, retryAfterMs };
  if (status >= 300 && status < 400) return { result: "refused", why: `${why}: no redirect is followed` };
  // a receiver that is being set up answers 404 and 401; it gets its other attempts
  return who === "the receiver" ? { result: "failed", why } : { result: "refused", why };
}
