import type { Outcome } from "@gatehouse/core/tool-call/status";
import { scanFrom } from "@gatehouse/core/output/row-mark";
import { scanRows, startScan } from "@gatehouse/core/output/scan-rows";
import { decodeUtf8 } from "@gatehouse/core/output/decode-utf8";
import { notFound } from "../access.ts";
import { rowOf, type Statement } from "../pool.ts";
import { readPieces } from "./read.ts";
import type { Ctx } from "../context.ts";
import { requireExecution } from "../session/access.ts";
import { markFor, type OutputCtx } from "./rows.ts";

export type OutputSummary = {
  executionId: string;
  toolCallId: string;
  sessionId: string;
  program: string;
  state: "queued" | "running" | "finished";
  outcome: Outcome | null;
  bytes: number;
  rows: number;
  capped: boolean;
  /** the first bytes say that this is no text; they are given as base64 */
  binary: string | null;
};

const headBytes = 4_096;
const shownBytes = 512;
const stepBytes = 1_048_576;

const select: Statement = {
  name: "output_summary",
  text: `SELECT e.id, e.state, e.outcome, e.output_bytes, e.output_capped, e.session_id, t.id AS tool_call_id, t.program
    FROM execution e JOIN tool_call t ON t.id = e.tool_call_id WHERE e.id = $1::uuid AND e.org_id = $2::uuid`,
};
type Row = {
  id: string;
  state: string;
  outcome: string | null;
  output_bytes: string;
  output_capped: boolean;
  session_id: string;
  tool_call_id: string;
  program: string;
};

/** What is known of an output as a whole: its size in bytes and rows, and whether it is text. */
export async function outputSummary(ctx: Ctx, executionId: string): Promise<OutputSummary> {
  await requireExecution(ctx, executionId);
  const row = await rowOf<Row>(ctx.pool, select, [executionId, ctx.org.id]);
  if (row === null) throw notFound("execution");
  const [rows, head] = await Promise.all([
    countRows(ctx, executionId),
    readPieces(ctx, { executionId, from: 0, limit: headBytes }),
  ]);
  const bytes = Buffer.concat(head.pieces.map((piece) => piece.bytes));
  return {
    executionId: row.id,
    toolCallId: row.tool_call_id,
    sessionId: row.session_id,
    program: row.program,
    state: row.state as OutputSummary["state"],
    outcome: row.outcome as Outcome | null,
    bytes: Number(row.output_bytes),
    rows,
    capped: row.output_capped,
    binary: isBinary(bytes) ? bytes.subarray(0, shownBytes).toString("base64") : null,
  };
}

/** From the last mark to the end: some ten thousand bytes, however long the output is. */
async function countRows(ctx: OutputCtx, executionId: string): Promise<number> {
  const mark = await markFor(ctx, executionId, Number.MAX_SAFE_INTEGER);
  const scan = mark === null ? startScan() : scanFrom(mark);
  for (let from = mark?.offset ?? 0; ; ) {
    const part = await readPieces(ctx, { executionId, from, limit: stepBytes });
    for (const { stream, bytes } of part.pieces) scanRows(scan, stream, bytes);
    from = part.nextOffset;
    if (part.pieces.length === 0 || from >= part.outputBytes) return scan.rows;
  }
}

/** A NUL, or more than one letter in ten that is no valid UTF-8. */
function isBinary(bytes: Buffer): boolean {
  if (bytes.includes(0)) return true;
  const text = decodeUtf8(bytes.subarray(0, Math.max(0, bytes.length - 3)));
  let invalid = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xdc80 && unit <= 0xdcff && !isSecondHalf(text, at)) invalid += 1;
  }
  return invalid * 10 > text.length;
}

function isSecondHalf(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
