import { readPieces } from "@gatehouse/services/output/read";
import { AppError } from "@gatehouse/core/errors";
import { requireExecution } from "@gatehouse/services/session/access";
import { z } from "zod";
import type { Ctx } from "@gatehouse/services/context";
import { createRequestContext, memberCtx, type RequestContext, tokenCtx } from "./context.ts";
import { createCleaner } from "./output-cleaner.ts";

const stepBytes = 1_048_576;

/** The output as it stands, byte for byte, or with `?form=text` as its rows read; for a running execution up to this moment. */
export async function downloadOutput(request: Request, path: { org: string; id: string }): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  const ctx = readerCtx(context, path.org);
  if (ctx === null || !z.uuid().safeParse(path.id).success) return missing();
  const found = await requireExecution(ctx, path.id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (!found) return missing();
  const cleaned = new URL(request.url).searchParams.get("form") === "text";
  const clean = cleaned ? createCleaner() : null;
  let from = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await readPieces(ctx, { executionId: path.id, from, limit: stepBytes });
      from = part.nextOffset;
      for (const piece of part.pieces) {
        const bytes = clean === null ? piece.bytes : clean.take(piece.stream, piece.bytes);
        if (bytes.length > 0) controller.enqueue(bytes);
      }
      if (part.pieces.length > 0) return;
      const rest = clean?.end();
      if (rest !== undefined && rest.length > 0) controller.enqueue(rest);
      controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": cleaned ? "text/plain; charset=utf-8" : "application/octet-stream",
      "content-disposition": `attachment; filename="output-${path.id}.${cleaned ? "txt" : "bin"}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}

/** A person of the org, or a token that may read sessions and is bound to none. */
function readerCtx(context: RequestContext, slug: string): Ctx | null {
  const { token, person } = context;
  if (token !== null) {
    const good = token.membership.org.slug === slug && token.scopes.includes("session.read");
    return good && token.sessionId === null ? tokenCtx(context, token) : null;
  }
  const membership = person?.memberships.find((candidate) => candidate.org.slug === slug);
  return person === null || membership === undefined ? null : memberCtx(context, person, membership);
}

function missing(): Response {
  return new Response("There is no such execution.\n", { status: 404 });
}
