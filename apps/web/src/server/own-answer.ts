import { AppError } from "@gatehouse/core/errors";
import type { Ctx } from "@gatehouse/services/context";
import { createRequestContext, type RequestContext } from "./context.ts";

/**
 * Answers a plain request for something of an org. What the caller may not know of looks like what is not there; only
 * what their own account lacks is said, with 403.
 */
export async function ownAnswer(
  request: Request,
  routes: {
    ctxOf: (context: RequestContext) => Ctx | null;
    answer: (ctx: Ctx) => Promise<Response>;
    missing: () => Response;
  },
): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  try {
    const ctx = routes.ctxOf(context);
    return ctx === null ? routes.missing() : await routes.answer(ctx);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "forbidden") return routes.missing();
    return new Response(`${error.message}\n`, { status: 403, headers: { "cache-control": "no-store" } });
  }
}
