import { randomUUID } from "node:crypto";
import type { Ctx, Origin, PublicCtx } from "@gatehouse/services/context";
import { type Membership, type Person, resolveLogin } from "@gatehouse/services/login/resolve";
import { webEnv } from "../env.ts";
import { loginTokenOf } from "./cookie.ts";
import { type WebServices, webServices } from "./services.ts";

export type RequestContext = {
  services: WebServices;
  person: Person | null;
  origin: Origin;
  headers: Headers;
  /** headers of the answer; the login cookie is set here */
  resHeaders: Headers;
};

export async function createRequestContext(request: Request, resHeaders: Headers): Promise<RequestContext> {
  const services = await webServices();
  const token = loginTokenOf(webEnv(), request.headers.get("cookie"));
  return {
    services,
    person: token === null ? null : await resolveLogin(services.pool, token),
    origin: originOf(request.headers),
    headers: request.headers,
    resHeaders,
  };
}

function originOf(headers: Headers): Origin {
  return {
    requestId: randomUUID(),
    ip: headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? null,
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
  };
}

export function publicCtx(context: RequestContext): PublicCtx {
  return { ...context.services, ...context.origin, now: new Date() };
}

export function memberCtx(context: RequestContext, person: Person, membership: Membership): Ctx {
  return {
    ...context.services,
    ...context.origin,
    org: membership.org,
    actor: { kind: "person", memberId: membership.memberId },
    member: {
      id: membership.memberId,
      role: membership.role,
      name: person.user.name,
      userId: person.user.id,
    },
    now: new Date(),
  };
}
