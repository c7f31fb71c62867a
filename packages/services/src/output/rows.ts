import { keepColours } from "@gatehouse/core/output/clean-text";
import { decodeUtf8 } from "@gatehouse/core/output/decode-utf8";
import { type RowMark, scanFrom } from "@gatehouse/core/output/row-mark";
import {
  openRows,
  type RowScan,
  type ScannedRow,
  scanRows,
  startScan,
} from "@gatehouse/core/output/scan-rows";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { rowOf, type Statement } from "../pool.ts";
import { requireExecution } from "../session/access.ts";
import { type Piece, readPieces } from "./read.ts";

export type OutputCtx = Pick<Ctx, "pool" | "org">;

/** A row of the log view: colours in one canonical form, every other escape sequence gone, the rest as it was printed. */
export type LogRow = {
  text: string;
  stderr: boolean;
  /** the rest of a row that was too long */
  continued: boolean;
  atMs: number;
};

const markBefore: Statement = {
  name: "output_mark_before",
  text: `SELECT m."row", m."offset", m.state FROM execution e LEFT JOIN LATERAL (
      SELECT "row", "offset", state FROM output_mark WHERE execution_id = e.id AND "row" <= $3::bigint ORDER BY "row" DESC LIMIT 1) m ON true
    WHERE e.id = $1::uuid AND e.org_id = $2::uuid`,
};
type MarkRow = { row: string | null; offset: string; state: string };

/** Where to begin scanning for a row: the nearest mark before it, or the start. */
export async function markFor(ctx: OutputCtx, executionId: string, row: number): Promise<RowMark | null> {
  const found = await rowOf<MarkRow>(ctx.pool, markBefore, [executionId, ctx.org.id, row]);
  if (found === null) throw notFound("execution");
  if (found.row === null) return null;
  return { row: Number(found.row), offset: Number(found.offset), state: found.state };
}

const stepBytes = 262_144;
/** A row of one stream that stays open while the other prints on is shown as far as this. */
const patienceBytes = 4 * 1024 ** 2;
export const mostRows = 500;

/** Rows [from, from + limit) as they stand; fewer where the output ends. `complete` is false while one of them may still grow. */
export async function readRows(
  ctx: Ctx,
  input: { executionId: string; from: number; limit: number },
): Promise<{ rows: LogRow[]; complete: boolean }> {
  const { executionId, from } = input;
  await requireExecution(ctx, executionId);
  const end = from + Math.min(input.limit, mostRows);
  const mark = await markFor(ctx, executionId, from);
  const scan: RowScan = mark === null ? startScan() : scanFrom(mark);
  const found = new Map<number, LogRow>();
  const began = new Map<number, number>();
  let offset = mark?.offset ?? 0;
  let closed = 0;
  let over = false;
  const take = (row: ScannedRow): void => {
    if (row.row >= from && row.row < end) found.set(row.row, logRow(row, began.get(row.row) ?? 0));
  };
  const feed = ({ stream, bytes, writtenAt }: Piece): void => {
    const at = writtenAt.getTime();
    scanRows(scan, stream, bytes, {
      onOpen: () => {
        if (scan.rows >= from && scan.rows < end) began.set(scan.rows, at);
      },
      onRow: (row) => {
        take(row);
        if (row.row >= from && row.row < end) closed += 1;
      },
    });
  };
  const wanted = end - from;
  for (const first = offset; closed < wanted && offset - first < patienceBytes + wanted * 8192; ) {
    const part = await readPieces(ctx, { executionId, from: offset, limit: stepBytes });
    for (const piece of part.pieces) feed(piece);
    offset = part.nextOffset;
    if (part.pieces.length === 0 || offset >= part.outputBytes) {
      over = part.finished && offset >= part.outputBytes;
      break;
    }
  }
  for (const row of openRows(scan)) if (!found.has(row.row)) take(row);
  const rows: LogRow[] = [];
  for (let row = from; row < end; row += 1) {
    const one = found.get(row);
    if (one === undefined) break;
    rows.push(one);
  }
  return { rows, complete: over || closed >= wanted };
}

function logRow(row: ScannedRow, atMs: number): LogRow {
  return {
    text: keepColours(decodeUtf8(row.bytes), row.sgr),
    stderr: row.stream === 1,
    continued: row.continued,
    atMs,
  };
}
