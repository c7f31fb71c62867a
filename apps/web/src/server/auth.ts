import type { Db } from "@gatehouse/services/db";
import { loginSeconds } from "@gatehouse/services/login/resolve";
import { newId } from "@gatehouse/services/new-id";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import type { WebEnv } from "../env.ts";
import { log } from "./log.ts";

/**
 * Accounts, passwords and logins are the auth library's; its own HTTP routes are not mounted. Procedures call its server
 * API, so one middleware sees every request, and nobody can sign up except by set-up link or invitation.
 */
export function createAuth(db: Db, env: WebEnv) {
  return betterAuth({
    appName: "Gatehouse",
    baseURL: env.PUBLIC_URL,
    secret: env.AUTH_SECRET,
    trustedOrigins: [new URL(env.PUBLIC_URL).origin],
    database: prismaAdapter(db, { provider: "postgresql" }),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => log.error({ part: "auth" }, message) },
    session: { modelName: "login", expiresIn: loginSeconds, disableSessionRefresh: true },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10, maxPasswordLength: 200 },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: "gatehouse",
      useSecureCookies: env.PUBLIC_URL.startsWith("https://"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      database: { generateId: () => newId<string>() },
    },
  });
}
export type Auth = ReturnType<typeof createAuth>;
