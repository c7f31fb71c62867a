import { readPieces } from "@gatehouse/services/output/read";
import { requireExecution } from "@gatehouse/services/session/access";
import type { Ctx } from "@gatehouse/services/context";
import { personCtx, type RequestContext, tokenCtx } from "./context.ts";
import { createCleaner } from "./output-cleaner.ts";
import { ownAnswer } from "./own-answer.ts";

const stepBytes = 1_048_576;

type Path = { org: string; id: string };

/** The output as it stands, byte for byte, or with `?form=text` as its rows read; for a running execution up to this moment. */
export function downloadOutput(request: Request, path: Path): Promise<Response> {
  return ownAnswer(request, {
    id: path.id,
    ctxOf: (context) => readerCtx(context, path.org),
    answer: async (ctx) => {
      await requireExecution(ctx, path.id);
      return outputOf(ctx, {
        id: path.id,
        cleaned: new URL(request.url).searchParams.get("form") === "text",
      });
    },
    missing,
  });
}

function outputOf(ctx: Ctx, { id, cleaned }: { id: string; cleaned: boolean }): Response {
  const clean = cleaned ? createCleaner() : null;
  let from = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await readPieces(ctx, { executionId: id, from, limit: stepBytes });
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
      "content-disposition": `attachment; filename="output-${id}.${cleaned ? "txt" : "bin"}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}

/** A person of the org, or a token that may read sessions and is bound to none. */
function readerCtx(context: RequestContext, slug: string): Ctx | null {
  const { token } = context;
  if (token === null) return personCtx(context, slug);
  const good = token.membership.org.slug === slug && token.scopes.includes("session.read");
  return good && token.sessionId === null ? tokenCtx(context, token) : null;
}

function missing(): Response {
  return new Response("There is no such execution.\n", { status: 404 });
}
