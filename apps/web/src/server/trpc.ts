import { AppError } from "@gatehouse/core/errors";
import { notFound } from "@gatehouse/services/access";
import { inSpan } from "@gatehouse/services/trace";
import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ZodError, z } from "zod";
import { personCtx, publicCtx, type RequestContext, tokenCtx } from "./context.ts";
import { requireCompatible } from "./compatible.ts";
import { toTrpcError } from "./error-map.ts";
import { requireScope } from "./token-scopes.ts";

const t = initTRPC.context<RequestContext>().create({
  transformer: superjson,
  sse: { ping: { enabled: true, intervalMs: 5_000 }, client: { reconnectAfterInactivityMs: 15_000 } },
  errorFormatter({ shape, error }) {
    const { cause } = error;
    const data = {
      ...shape.data,
      stack: undefined,
      appCode: cause instanceof AppError ? cause.code : null,
      details: cause instanceof AppError ? cause.details : {},
    };
    if (!(cause instanceof ZodError)) return { ...shape, data };
    const issue = cause.issues[0];
    const where = issue?.path.join(".");
    return {
      ...shape,
      message: issue === undefined ? "Invalid input" : `${where ? `${where}: ` : ""}${issue.message}`,
      data,
    };
  },
});

export const router = t.router;

/** Every procedure is built on this one, so every error passes the one table. */
const mapped = t.procedure.use(async ({ next, ctx, path, type }) => {
  const result = await traced({ path, type }, next);
  if (result.ok) return result;
  const error = toTrpcError(result.error);
  if (error.code === "INTERNAL_SERVER_ERROR" || error.code === "SERVICE_UNAVAILABLE") {
    ctx.services.log.error(
      { path, requestId: ctx.origin.requestId, error: String(error.cause), stack: error.cause?.stack },
      "a request failed",
    );
  }
  return { ...result, error };
});

/** One span a call, which what it queues belongs to; one that stays open to be followed has none. */
async function traced<R extends { ok: boolean }>(
  of: { path: string; type: string },
  next: () => Promise<R>,
): Promise<R> {
  const attributes = { "rpc.system": "trpc", "rpc.method": of.path };
  if (of.type === "subscription") return next();
  return inSpan(`trpc ${of.path}`, { kind: "server", attributes }, async (span) => {
    const result = await next();
    span.setAttribute("gatehouse.ok", result.ok);
    return result;
  });
}

/** No login needed: set-up, sign-in, an invitation. */
export const publicProcedure = mapped.use(({ next, ctx }) => {
  requireCompatible();
  return next({ ctx: { ...ctx, verb: publicCtx(ctx) } });
});

/** One's own account: a person with a login, in whatever orgs. No token reaches it. */
export const personProcedure = publicProcedure.use(({ next, ctx }) => {
  if (ctx.token !== null || ctx.person === null)
    throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
  return next({ ctx: { ...ctx, verb: { ...ctx.verb, person: ctx.person } } });
});

/** An org that is not mine is not found, like one that never was. `ctx.verb` is the verb's first argument. */
export const orgProcedure = publicProcedure
  .input(z.object({ org: z.string().min(1).max(64) }))
  .use(({ next, ctx, input, path }) => {
    if (ctx.token !== null) {
      requireScope(ctx.token, path);
      if (ctx.token.membership.org.slug !== input.org) throw notFound("org");
      return next({ ctx: { ...ctx, verb: tokenCtx(ctx, ctx.token) } });
    }
    if (ctx.person === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
    const verb = personCtx(ctx, input.org);
    if (verb === null) throw notFound("org");
    return next({ ctx: { ...ctx, verb } });
  });
