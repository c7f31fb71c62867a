import { createHmac, randomBytes } from "node:crypto";
import type { Content } from "./content.ts";

/** The org secret that signs what its webhook gets. */
export const webhookSecretName = "webhook/signing";
const prefix = "whsec_";

export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

export type WebhookRequest = { headers: Record<string, string>; body: Buffer };

/**
 * A request as the Standard Webhooks specification has it: the signature is over id, time and body, so that a receiver can
 * refuse one that is old, and knows by the id one that comes again.
 */
export function webhookRequest(of: {
  id: string;
  kind: string;
  content: Content;
  createdAt: Date;
  secret: string;
  now: Date;
}): WebhookRequest {
  const { content } = of;
  const body = Buffer.from(
    JSON.stringify({
      type: of.kind,
      timestamp: of.createdAt.toISOString(),
      org: content.org.slug,
      data: { ...content.facts, title: content.message.title, text: content.message.body, url: content.url },
    }),
  );
  const seconds = String(Math.floor(of.now.getTime() / 1_000));
  const key = Buffer.from(of.secret.slice(prefix.length), "base64");
  const mac = createHmac("sha256", key).update(`${of.id}.${seconds}.`).update(body).digest("base64");
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "Gatehouse-Webhook/1",
      "webhook-id": of.id,
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${mac}`,
    },
    body,
  };
}
