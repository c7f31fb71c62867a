import { type OutputFrame, streamName } from "@gatehouse/core/contracts/output";
import type { Outcome } from "@gatehouse/core/tool-call/status";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";

export type OutputEnd = {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
  outputBytes: number;
  outputCapped: boolean;
};
export type OutputPart = { frames: OutputFrame[]; nextOffset: number; end: OutputEnd | null };

const maxBytes = 1_048_576;

/** Output from any byte onward, live or long after; `end` is set once the execution is finished and read to its last byte. */
export async function readOutput(
  ctx: Pick<Ctx, "db" | "org">,
  input: { executionId: string; from: number; limit?: number },
): Promise<OutputPart> {
  const limit = Math.min(input.limit ?? maxBytes, maxBytes);
  const execution = await ctx.db.execution.findFirst({
    where: { id: input.executionId, orgId: ctx.org.id },
    select: {
      state: true,
      outcome: true,
      exitCode: true,
      signal: true,
      outputBytes: true,
      outputCapped: true,
    },
  });
  if (execution === null) throw notFound("execution");
  const pieces = await ctx.db.$queryRaw<{ offset: bigint; stream: number; bytes: Uint8Array }[]>`
    SELECT "offset", stream, bytes FROM output_chunk
    WHERE execution_id = ${input.executionId}::uuid AND "offset" < ${input.from + limit}
      AND "offset" >= coalesce((SELECT max("offset") FROM output_chunk
        WHERE execution_id = ${input.executionId}::uuid AND "offset" <= ${input.from}), 0)
    ORDER BY "offset"`;
  let nextOffset = input.from;
  const frames: OutputFrame[] = [];
  for (const piece of pieces) {
    const start = Number(piece.offset);
    const from = Math.max(start, nextOffset);
    const end = Math.min(start + piece.bytes.length, input.from + limit);
    if (end <= from) continue;
    const bytes = Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset + (from - start), end - from);
    frames.push({ offset: from, stream: streamName(piece.stream), bytesBase64: bytes.toString("base64") });
    nextOffset = end;
  }
  const finished = execution.state === "finished" && nextOffset >= Number(execution.outputBytes);
  return { frames, nextOffset, end: finished ? endOf(execution) : null };
}

function endOf(row: {
  outcome: string | null;
  exitCode: number | null;
  signal: string | null;
  outputBytes: bigint;
  outputCapped: boolean;
}): OutputEnd {
  return {
    outcome: row.outcome as Outcome,
    exitCode: row.exitCode,
    signal: row.signal,
    outputBytes: Number(row.outputBytes),
    outputCapped: row.outputCapped,
  };
}
