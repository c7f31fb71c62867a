import { AppError } from "@gatehouse/core/errors";
import type { Ctx } from "@gatehouse/services/context";
import { z } from "zod";
import { createRequestContext, type RequestContext } from "./context.ts";

type Answering = {
  /** of what is asked for: where it is none, it is missing */
  id: string;
  ctxOf: (context: RequestContext) => Ctx | null;
  answer: (ctx: Ctx) => Promise<Response>;
  missing: () => Response;
};

/**
 * Answers a plain request for something of an org. What the caller may not know of looks like what is not there; only
 * what their own account lacks is said, with 403.
 */
export async function ownAnswer(
  request: Request,
  { id, ctxOf, answer, missing }: Answering,
): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  try {
    const ctx = ctxOf(context);
    return ctx === null || !z.uuid().safeParse(id).success ? missing() : await answer(ctx);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "forbidden") return missing();
    return new Response(`${error.message}\n`, { status: 403, headers: { "cache-control": "no-store" } });
  }
}
