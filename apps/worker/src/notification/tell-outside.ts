/**
 * Sends what people are told outside the pages. Any worker that was given the orgs' keys does; those that know a mail server
 * send e-mail too. A job says "look at this message"; a look at the rows every two seconds finds what no job told of.
 */
import type { Channel } from "@gatehouse/core/notification/channels";
import type { NoticeQueue } from "@gatehouse/core/contracts/notices";
import { dueNotices, settleAbandoned } from "@gatehouse/services/notification/claim";
import { createMailer } from "@gatehouse/services/notification/mail";
import { sayMail } from "@gatehouse/services/notification/reach";
import { type Sending, sendNotice } from "@gatehouse/services/notification/send";
import { createConsumerConnection } from "@gatehouse/services/redis";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import { consumeNotices } from "../consumers/notice.ts";
import type { WorkerEnv } from "../env.ts";
import { postNotice } from "./post.ts";

type Outside = { close(): Promise<void> };
type Given = Omit<Sending, "secretKeys" | "post" | "mailer">;

const pollMs = 2_000;
const sayMailMs = 60_000;
const atOnce = 8;
/** how long what is being sent may take when the worker stops */
const endMs = 5_000;

export async function tellOutside(env: WorkerEnv, services: Given): Promise<Outside> {
  if (env.SECRET_KEYS === undefined) return { close: async () => undefined };
  const { SMTP_URL: url, SMTP_FROM: from } = env;
  const mailer = url === undefined || from === undefined ? null : createMailer({ url, from });
  const ctx: Sending = {
    ...services,
    secretKeys: readSecretKeys(env.SECRET_KEYS),
    post: postNotice,
    mailer,
  };
  const channels: Channel[] = mailer === null ? ["push", "webhook"] : ["push", "webhook", "email"];
  const queues: NoticeQueue[] = mailer === null ? ["web"] : ["web", "mail"];
  const sending = new Map<string, Promise<void>>();
  const look = (id: string): void => {
    if (sending.size >= atOnce || sending.has(id)) return; // the next poll finds it
    const work = sendNotice(ctx, id)
      .catch((error: unknown) => ctx.log.warn({ deliveryId: id, error: String(error) }, "a message waits"))
      .finally(() => sending.delete(id));
    sending.set(id, work);
  };
  const connection = createConsumerConnection(env.REDIS_URL, ctx.log);
  const consumers = queues.map((queue) => consumeNotices({ queue, connection, look, log: ctx.log }));
  const stopPolling = poll(async () => {
    await settleAbandoned(ctx.db);
    for (const id of await dueNotices(ctx.db, channels, atOnce)) look(id);
  }, ctx);
  const stopSaying = mailer === null ? () => undefined : sayAgain(() => sayMail(ctx.db, mailer.from), ctx);
  await Promise.all(consumers.map((consumer) => consumer.ready()));
  return {
    async close() {
      stopPolling();
      stopSaying();
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await Promise.race([Promise.all(sending.values()), new Promise((end) => setTimeout(end, endMs))]);
      mailer?.close();
      connection.disconnect();
    },
  };
}

function poll(work: () => Promise<void>, { log }: Given): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const round = async (): Promise<void> => {
    await work().catch((error: unknown) =>
      log.warn({ error: String(error) }, "messages that are due were not read"),
    );
    if (!stopped) timer = setTimeout(() => void round(), pollMs);
  };
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function sayAgain(say: () => Promise<void>, { log }: Given): () => void {
  const once = (): void =>
    void say().catch((error: unknown) => log.warn({ error: String(error) }, "no word"));
  once();
  const timer = setInterval(once, sayMailMs);
  return () => clearInterval(timer);
}
