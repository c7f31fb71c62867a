import { AppError } from "@gatehouse/core/errors";
import type { SignInProblem } from "@gatehouse/core/sign-in/problem";
import { finishProviderSignIn } from "@gatehouse/services/identity-provider/sign-in";
import { safeNext } from "../features/entry/safe-next.ts";
import { webEnv } from "../env.ts";
import { requireCompatible } from "./compatible.ts";
import { createRequestContext, publicCtx } from "./context.ts";
import { clearedProviderCookie, providerTokenOf } from "./cookie.ts";
import { keepLogin } from "./sign-in.ts";

/** The only address that an identity provider may send a browser back to. */
export function providerRedirectUri(): string {
  return `${webEnv().PUBLIC_URL}/api/oidc/callback`;
}

/** Where the identity provider sends the browser back: on to the product, or to the sign-in page with what is missing. */
export async function answerProvider(request: Request): Promise<Response> {
  const env = webEnv();
  const headers = new Headers({ "cache-control": "no-store" });
  const context = await createRequestContext(request, headers);
  const browserToken = providerTokenOf(env, request.headers.get("cookie"));
  // our own address as people reach it, whatever a proxy made of it
  const callback = new URL(providerRedirectUri());
  callback.search = new URL(request.url).search;
  const done = await finish();
  if ("need" in done) return sendTo(headers, "/login?step=code");
  headers.append("set-cookie", clearedProviderCookie(env));
  if ("problem" in done) return sendTo(headers, `/login?problem=${done.problem}`);
  await keepLogin(context, done.login, done.email);
  return sendTo(headers, safeNext(done.next));

  async function finish() {
    try {
      requireCompatible();
      return await finishProviderSignIn(publicCtx(context), { callback, browserToken });
    } catch (error) {
      context.services.log.warn({ error: String(error) }, "a sign-in at an identity provider failed");
      return { problem: problemOf(error) };
    }
  }
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof AppError && error.code === "rate_limited") return "too_many";
  return error instanceof AppError && error.code === "forbidden" ? "locked" : "unavailable";
}

/** SAFETY: a path of this site and nothing else, on PUBLIC_URL (identity-provider.test.ts). */
function sendTo(headers: Headers, path: string): Response {
  headers.set("location", `${webEnv().PUBLIC_URL}${path}`);
  return new Response(null, { status: 303, headers });
}
