import { createHmac, timingSafeEqual } from "node:crypto";
import { normalEmail } from "@gatehouse/services/login/insert-user";
import type { NewLogin } from "@gatehouse/services/login/create";
import type { WebEnv } from "../env.ts";

/** Name of the login's cookie; the prefix binds it to https where the product is reached by https. */
export function loginCookieName(env: WebEnv): string {
  return `${env.PUBLIC_URL.startsWith("https://") ? "__Secure-" : ""}gatehouse.session_token`;
}

/** The token inside a login cookie, if the signature over it is ours. */
export function loginTokenOf(env: WebEnv, cookieHeader: string | null): string | null {
  return signedCookie(env, cookieHeader, loginCookieName(env));
}

/** Whether this browser has signed in to the account before; only our signature says so. */
export function knowsAccount(env: WebEnv, cookieHeader: string | null, email: string): boolean {
  return signedCookie(env, cookieHeader, deviceCookieName(env)) === deviceMark(env, email);
}

function deviceCookieName(env: WebEnv): string {
  return loginCookieName(env).replace("session_token", "device");
}

function deviceMark(env: WebEnv, email: string): string {
  return createHmac("sha256", env.AUTH_SECRET)
    .update(`device:${normalEmail(email)}`)
    .digest("hex");
}

const deviceSeconds = 180 * 24 * 3_600;

/** Host-only, read by no script, sent along by no other site's requests that change something. */
export function loginCookies(env: WebEnv, login: NewLogin, email: string): string[] {
  return [
    cookieOf(env, loginCookieName(env), { value: sign(env, login.token), seconds: login.seconds }),
    cookieOf(env, deviceCookieName(env), {
      value: sign(env, deviceMark(env, email)),
      seconds: deviceSeconds,
    }),
  ];
}

function sign(env: WebEnv, value: string): string {
  const signature = createHmac("sha256", env.AUTH_SECRET).update(value).digest("base64");
  return encodeURIComponent(`${value}.${signature}`);
}

function cookieOf(env: WebEnv, name: string, of: { value: string; seconds: number }): string {
  const secure = env.PUBLIC_URL.startsWith("https://") ? "; Secure" : "";
  return `${name}=${of.value}; Path=/; Max-Age=${of.seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function signedCookie(env: WebEnv, cookieHeader: string | null, name: string): string | null {
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
  return cookieOf(env, loginCookieName(env), { value: "", seconds: 0 });
}

function providerCookieName(env: WebEnv): string {
  return loginCookieName(env).replace("session_token", "provider");
}

/** Kept by the browser that begins a sign-in at an identity provider, until it comes back. */
export function providerCookie(env: WebEnv, token: string): string {
  return cookieOf(env, providerCookieName(env), { value: sign(env, token), seconds: 600 });
}

export function providerTokenOf(env: WebEnv, cookieHeader: string | null): string | null {
  return signedCookie(env, cookieHeader, providerCookieName(env));
}

export function clearedProviderCookie(env: WebEnv): string {
  return cookieOf(env, providerCookieName(env), { value: "", seconds: 0 });
}
