import type { Site } from "@gatehouse/services/passkey/site";
import { webEnv } from "../env.ts";

/** What passkeys are bound to: the origin of PUBLIC_URL and its host name. */
export function site(): Site {
  const url = new URL(webEnv().PUBLIC_URL);
  return { origin: url.origin, host: url.hostname };
}
