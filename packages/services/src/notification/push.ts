import webPush from "web-push";
import type { Content } from "./content.ts";
import type { VapidKeys } from "./vapid.ts";

export type PushTarget = { endpoint: string; p256dh: string; auth: string };
export type PushRequest = { url: string; headers: Record<string, string>; body: Buffer };

/** A push service keeps what it cannot deliver at once for a day, as long as a question waits by default. */
const keptSeconds = 24 * 3_600;

/** The message for one browser, sealed to its key: the push service in between reads none of it. */
export function pushRequest(of: {
  target: PushTarget;
  vapid: VapidKeys;
  content: Content;
  /** news of the same tag replaces what is still shown */
  tag: string;
}): PushRequest {
  const { target, vapid, content, tag } = of;
  const { title, body } = content.message;
  const payload = JSON.stringify({ title, body, url: content.url, tag });
  const details = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    {
      vapidDetails: { subject: subjectOf(content.url), ...vapid },
      TTL: keptSeconds,
      urgency: "high",
    },
  );
  const headers = Object.entries(details.headers).map(([key, value]) => [key.toLowerCase(), String(value)]);
  return {
    url: details.endpoint,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: details.body,
  };
}

/** Whom a push service may turn to; it takes an https address or an e-mail address. */
function subjectOf(url: string): string {
  const { protocol, origin, hostname } = new URL(url);
  return protocol === "https:" ? origin : `mailto:gatehouse@${hostname}`;
}
