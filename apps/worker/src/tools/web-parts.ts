import type { WebAnswer } from "@gatehouse/core/contracts/web";
import type { Sent } from "../web/send.ts";

export const userAgent = { "user-agent": "Mozilla/5.0 (compatible; Gatehouse)" };

export function answerParts(sent: Sent): Omit<WebAnswer, "content"> {
  const { url, status, mediaType, body, cut, redirects } = sent;
  return { url, status, mediaType, bytes: body.length, cut, redirects };
}
