import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Metrics are off where no token is set (404), and for everybody but who brings it as a bearer token (401). */
export function metricsRefusal(
  token: string | undefined,
  authorization: string | null | undefined,
): 401 | 404 | null {
  if (token === undefined) return 404;
  const given = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token)) ? null : 401;
}
