import type { NewLogin } from "@gatehouse/services/login/create";
import { endLogin } from "@gatehouse/services/login/start";
import { webEnv } from "../env.ts";
import { publicCtx, type RequestContext } from "./context.ts";
import { loginCookies } from "./cookie.ts";

/** Hands the browser its new login; the one it had before ends, so that no older token reaches the new person's work. */
export async function keepLogin(context: RequestContext, login: NewLogin, email: string): Promise<void> {
  const before = context.person;
  if (before !== null) await endLogin(publicCtx(context), { id: before.loginId, email: before.user.email });
  for (const cookie of loginCookies(webEnv(), login, email)) context.resHeaders.append("set-cookie", cookie);
}
