import { type OutputFrame, streamName } from "@gatehouse/core/contracts/output";
import type { Outcome } from "@gatehouse/core/tool-call/status";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { rowsOf } from "../pool.ts";

export type OutputEnd = {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
  outputBytes: number;
  outputCapped: boolean;
};
export type OutputPart = { frames: OutputFrame[]; nextOffset: number; end: OutputEnd | null };

const maxBytes = 1_048_576;

type Row = {
  state: string;
  outcome: string | null;
  exit_code: number | null;
  signal: string | null;
  output_bytes: string;
  output_capped: boolean;
  offset: string | null;
  stream: number | null;
  bytes: Buffer | null;
  written_at: Date | null;
};

const select = {
  name: "output_read",
  text: `SELECT e.state, e.outcome, e.exit_code, e.signal, e.output_bytes, e.output_capped, c."offset", c.stream, c.bytes, c.written_at
    FROM execution e LEFT JOIN output_chunk c ON c.execution_id = e.id AND c."offset" < $3::bigint + $4::bigint
      AND c."offset" >= coalesce((SELECT max("offset") FROM output_chunk WHERE execution_id = $1::uuid AND "offset" <= $3::bigint), 0)
    WHERE e.id = $1::uuid AND e.org_id = $2::uuid ORDER BY c."offset"`,
};

/** Bytes of one stream as they were written together. */
export type Piece = { offset: number; stream: 0 | 1; bytes: Buffer; writtenAt: Date };
export type Pieces = { pieces: Piece[]; nextOffset: number; outputBytes: number; finished: boolean };

/** The bytes themselves, from any offset onward. */
export async function readPieces(
  ctx: Pick<Ctx, "pool" | "org">,
  input: { executionId: string; from: number; limit: number },
): Promise<Pieces> {
  const rows = await rowsOf<Row>(ctx.pool, select, [input.executionId, ctx.org.id, input.from, input.limit]);
  const execution = rows[0];
  if (execution === undefined) throw notFound("execution");
  let nextOffset = input.from;
  const pieces: Piece[] = [];
  for (const { offset, stream, bytes, written_at: writtenAt } of rows) {
    if (offset === null || bytes === null || writtenAt === null) continue;
    const start = Number(offset);
    const from = Math.max(start, nextOffset);
    const end = Math.min(start + bytes.length, input.from + input.limit);
    if (end <= from) continue;
    const part = bytes.subarray(from - start, end - start);
    pieces.push({ offset: from, stream: stream === 2 ? 1 : 0, bytes: part, writtenAt });
    nextOffset = end;
  }
  const outputBytes = Number(execution.output_bytes);
  return { pieces, nextOffset, outputBytes, finished: execution.state === "finished" };
}

/** Output from any byte onward, live or long after; `end` is set once the execution is finished and read to its last byte. */
export async function readOutput(
  ctx: Pick<Ctx, "pool" | "org">,
  input: { executionId: string; from: number; limit?: number },
): Promise<OutputPart> {
  const limit = Math.min(input.limit ?? maxBytes, maxBytes);
  const rows = await rowsOf<Row>(ctx.pool, select, [input.executionId, ctx.org.id, input.from, limit]);
  const execution = rows[0];
  if (execution === undefined) throw notFound("execution");
  let nextOffset = input.from;
  const frames: OutputFrame[] = [];
  for (const { offset, stream, bytes } of rows) {
    if (offset === null || bytes === null) continue;
    const start = Number(offset);
    const from = Math.max(start, nextOffset);
    const end = Math.min(start + bytes.length, input.from + limit);
    if (end <= from) continue;
    const part = bytes.subarray(from - start, end - start);
    frames.push({ offset: from, stream: streamName(stream ?? 1), bytesBase64: part.toString("base64") });
    nextOffset = end;
  }
  const finished = execution.state === "finished" && nextOffset >= Number(execution.output_bytes);
  return { frames, nextOffset, end: finished ? endOf(execution) : null };
}

function endOf(row: Row): OutputEnd {
  return {
    outcome: row.outcome as Outcome,
    exitCode: row.exit_code,
    signal: row.signal,
    outputBytes: Number(row.output_bytes),
    outputCapped: row.output_capped,
  };
}
