import { randomUUID } from "node:crypto";
import { type ApiToken, resolveApiToken } from "@gatehouse/services/api-token/resolve";
import type { Ctx, Origin, PublicCtx } from "@gatehouse/services/context";
import { type Membership, type Person, resolveLogin } from "@gatehouse/services/login/resolve";
import { requireSecondFactor } from "@gatehouse/services/login/second-factor-gate";
import { hit } from "@gatehouse/services/rate-limit/hit";
import { webEnv } from "../env.ts";
import { loginTokenOf } from "./cookie.ts";
import { type WebServices, webServices } from "./services.ts";
import { databaseNow } from "@gatehouse/services/database-clock";

export type RequestContext = {
  services: WebServices;
  person: Person | null;
  /** the API token of the request; a request that names one is never also a browser's */
  token: ApiToken | null;
  origin: Origin;
  /** by the clock of the database */
  now: Date;
  headers: Headers;
  /** headers of the answer; the login cookie is set here */
  resHeaders: Headers;
};

export async function createRequestContext(request: Request, resHeaders: Headers): Promise<RequestContext> {
  const services = await webServices();
  const bearer = bearerOf(request.headers);
  const now = await databaseNow(services.db);
  const token = bearer === null ? null : await useApiToken(services, bearer, now);
  const login = bearer === null ? loginTokenOf(webEnv(), request.headers.get("cookie")) : null;
  return {
    services,
    person: login === null ? null : await resolveLogin(services.pool, login),
    token,
    origin: { ...originOf(request.headers), ...(token === null ? {} : { tokenId: token.id }) },
    now,
    headers: request.headers,
    resHeaders,
  };
}

/** Null where the request names no token at all; then its cookie counts, else it does not. */
export function bearerOf(headers: Headers): string | null {
  return /^bearer +(\S{1,500})$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
}

const requestsAMinute = 600;

async function useApiToken(services: WebServices, bearer: string, now: Date): Promise<ApiToken | null> {
  const token = await resolveApiToken(services.pool, bearer);
  if (token === null) return null;
  const limit = { key: `api_token:${token.id}`, max: requestsAMinute, windowMs: 60_000 };
  await hit(services.db, limit, now);
  return token;
}

function originOf(headers: Headers): Origin {
  return {
    requestId: randomUUID(),
    ip: headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? null,
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
  };
}

export function publicCtx(context: RequestContext): PublicCtx {
  return { ...context.services, ...context.origin, now: context.now };
}

/** A signed-in person's way into one of their orgs; null where they are in none of that name. */
export function personCtx(context: RequestContext, slug: string): Ctx | null {
  const { person } = context;
  const membership = person?.memberships.find(({ org }) => org.slug === slug);
  if (person === null || membership === undefined) return null;
  requireSecondFactor(membership);
  return {
    ...context.services,
    ...context.origin,
    org: membership.org,
    actor: { kind: "person", memberId: membership.memberId },
    member: memberOf(person.user, membership),
    now: context.now,
  };
}

/** What holds a token acts for its member: an agent on behalf of a person, whoever wrote it. */
export function tokenCtx(context: RequestContext, { membership, user }: ApiToken): Ctx {
  requireSecondFactor(membership);
  return {
    ...context.services,
    ...context.origin,
    org: membership.org,
    actor: { kind: "agent", onBehalfOf: membership.memberId },
    member: memberOf(user, membership),
    now: context.now,
  };
}

function memberOf(user: { id: string; name: string }, { memberId, role }: Membership): Ctx["member"] {
  return { id: memberId, role, name: user.name, userId: user.id };
}
