import { readOutput } from "@gatehouse/services/output/read";
import { z } from "zod";
import { createRequestContext, memberCtx } from "./context.ts";

/** The output as it stands, byte for byte; for a running execution up to this moment. */
export async function downloadOutput(request: Request, path: { org: string; id: string }): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  const membership = context.person?.memberships.find((candidate) => candidate.org.slug === path.org);
  if (context.person === null || membership === undefined || !z.uuid().safeParse(path.id).success)
    return missing();
  const ctx = memberCtx(context, context.person, membership);
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

function missing(): Response {
  return new Response("There is no such execution.\n", { status: 404 });
}
