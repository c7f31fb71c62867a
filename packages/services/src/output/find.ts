import { scanFrom } from "@gatehouse/core/output/row-mark";
import { openRows, type ScannedRow, scanRows, startScan } from "@gatehouse/core/output/scan-rows";
import { readPieces } from "./read.ts";
import { rowMatcher, type Wanted } from "./row-matcher.ts";
import type { Ctx } from "../context.ts";
import { requireExecution } from "../session/access.ts";
import { markFor } from "./rows.ts";

/** Where a search goes on: rows from `row`, and those that were open when it paused. */
export type FindCursor = { row: number; open: readonly number[] };
export type Found = {
  /** numbers of rows, from 0, ascending but for rows that two streams wrote at once */
  rows: number[];
  cursor: FindCursor;
  /** the end of what is there was reached */
  done: boolean;
};

/** One look lasts no longer than this, whatever the length of the output. */
const budgetMs = 250;
const stepBytes = 262_144;
const mostRows = 2_000;

/** Rows that hold a text or match an expression, for a bounded time; ask again from the cursor for more. */
export async function findInOutput(
  ctx: Ctx,
  input: { executionId: string; wanted: Wanted; cursor: FindCursor },
): Promise<Found> {
  const { executionId, cursor } = input;
  await requireExecution(ctx, executionId);
  const matches = rowMatcher(input.wanted);
  const until = performance.now() + budgetMs;
  const mark = await markFor(ctx, executionId, cursor.row);
  const scan = mark === null ? startScan() : scanFrom(mark);
  const rows: number[] = [];
  const take = ({ row, bytes }: ScannedRow): void => {
    if ((row >= cursor.row || cursor.open.includes(row)) && matches(bytes)) rows.push(row);
  };
  for (let offset = mark?.offset ?? 0; ; ) {
    const part = await readPieces(ctx, { executionId, from: offset, limit: stepBytes });
    for (const { stream, bytes } of part.pieces) scanRows(scan, stream, bytes, { onRow: take });
    offset = part.nextOffset;
    const atEnd = part.pieces.length === 0 || offset >= part.outputBytes;
    const pending = openRows(scan);
    const reached = scan.rows >= cursor.row;
    if (!atEnd && (!reached || (performance.now() < until && rows.length < mostRows))) continue;
    if (atEnd && part.finished) pending.forEach(take);
    return {
      rows,
      cursor: { row: Math.max(scan.rows, cursor.row), open: pending.map((row) => row.row) },
      done: atEnd,
    };
  }
}
