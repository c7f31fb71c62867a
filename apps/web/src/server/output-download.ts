import { readOutput } from "@gatehouse/services/output/read";
import { z } from "zod";
import type { Ctx } from "@gatehouse/services/context";
import { createRequestContext, memberCtx, type RequestContext, tokenCtx } from "./context.ts";

/** The output as it stands, byte for byte; for a running execution up to this moment. */
export async function downloadOutput(request: Request, path: { org: string; id: string }): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  const ctx = readerCtx(context, path.org);
  if (ctx === null || !z.uuid().safeParse(path.id).success) return missing();
  const execution = await ctx.db.execution.findFirst({
    where: { id: path.id, orgId: ctx.org.id },
    select: { id: true },
  });
  if (execution === null) return missing();
  let offset = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await readOutput(ctx, { executionId: path.id, from: offset });
      for (const frame of part.frames) controller.enqueue(Buffer.from(frame.bytesBase64, "base64"));
      offset = part.nextOffset;
      if (part.frames.length === 0) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="output-${path.id}.bin"`,
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
