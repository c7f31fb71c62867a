import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebEnv } from "../env.ts";

/** Name of the login's cookie; the prefix binds it to https where the product is reached by https. */
export function loginCookieName(env: WebEnv): string {
  return `${env.PUBLIC_URL.startsWith("https://") ? "__Secure-" : ""}gatehouse.session_token`;
}

/** The token inside a login cookie, if the signature over it is ours; the auth library writes `token.signature`. */
export function loginTokenOf(env: WebEnv, cookieHeader: string | null): string | null {
  const name = loginCookieName(env);
  for (const part of cookieHeader?.split(";") ?? []) {
    const cut = part.indexOf("=");
    if (cut === -1 || part.slice(0, cut).trim() !== name) continue;
    const token = signedValue(env.AUTH_SECRET, part.slice(cut + 1).trim());
    if (token !== null) return token;
  }
  return null;
}

function signedValue(secret: string, raw: string): string | null {
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  const cut = value.lastIndexOf(".");
  if (cut < 1) return null;
  const token = value.slice(0, cut);
  const given = Buffer.from(value.slice(cut + 1), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

export function clearedLoginCookie(env: WebEnv): string {
  const secure = env.PUBLIC_URL.startsWith("https://") ? "; Secure" : "";
  return `${loginCookieName(env)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
}
