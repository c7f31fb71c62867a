import type { RowMark } from "@gatehouse/core/output/row-mark";
import { type Pool, rowOf, throughFault } from "../pool.ts";
import type { Lease } from "../execution/host-ctx.ts";

export type AppendedOutput = { stream: 1 | 2; bytes: Buffer };

/**
 * The pieces of an update that gives each its place: `total` bytes are added to the row, the pieces lie before its new end.
 * Parameters: lengths int[] (of stderr negative), all pieces as one bytea, and the alias of the row set with execution id and
 * new end. One value travels as it is; a list of them would travel as text, twice as long.
 */
export function chunkSql(row: string, lengths: string, bytes: string): string {
  return `INSERT INTO output_chunk (execution_id, "offset", stream, bytes)
    SELECT ${row}.id, ${row}.output_bytes - length(${bytes}::bytea) + p.start, p.stream, substr(${bytes}::bytea, p.start::int + 1, p.length)
    FROM ${row}, (SELECT abs(l.length) AS length, CASE WHEN l.length < 0 THEN 2 ELSE 1 END AS stream,
        sum(abs(l.length)) OVER (ORDER BY l.n) - abs(l.length) AS start
      FROM unnest(${lengths}::int[]) WITH ORDINALITY AS l(length, n)) p`;
}

// What is written here becomes durable with the end at the latest. `at` is where these bytes begin: had a crash of the
// database taken earlier ones with it, this update finds another place and nothing more is written.
const append = {
  name: "output_append",
  text: `WITH held AS (
      UPDATE execution SET output_bytes = output_bytes + $3::bigint
      WHERE id = $1::uuid AND lease = $2::bigint AND state = 'running' AND output_bytes = $6::bigint
      RETURNING id, output_bytes),
    written AS (${chunkSql("held", "$4", "$5")}),
    marked AS (INSERT INTO output_mark (execution_id, "row", "offset", state)
      SELECT held.id, m."row", m."offset", m.state FROM held, unnest($7::bigint[], $8::bigint[], $9::text[]) AS m("row", "offset", state))
    SELECT output_bytes, set_config('synchronous_commit', 'off', true) AS soft FROM held`,
};

const written = {
  name: "output_written",
  text: `SELECT 1 AS found FROM execution
    WHERE id = $1::uuid AND lease = $2::bigint AND state = 'running' AND output_bytes = $3::bigint`,
};

/**
 * Bytes to the end of an execution's output. The row gives the offset in the same statement, so nothing is doubled or
 * left out, and a worker without the lease writes nothing: false means the lease is gone.
 */
export async function appendOutput(
  pool: Pool,
  lease: Lease,
  output: { at: number; pieces: readonly AppendedOutput[]; marks?: readonly RowMark[] },
): Promise<boolean> {
  const { total, lengths, bytes } = columnsOf(output.pieces);
  const marks = output.marks ?? [];
  const values = [
    lease.executionId,
    lease.number,
    total,
    lengths,
    bytes,
    output.at,
    marks.map((mark) => mark.row),
    marks.map((mark) => mark.offset),
    marks.map((mark) => mark.state),
  ];
  return throughFault(async (again) => {
    if ((await rowOf(pool, append, values)) !== null) return true;
    return (
      again && (await rowOf(pool, written, [lease.executionId, lease.number, output.at + total])) !== null
    );
  });
}

export function columnsOf(pieces: readonly AppendedOutput[]): {
  total: number;
  lengths: number[];
  bytes: Buffer;
} {
  return {
    total: pieces.reduce((sum, piece) => sum + piece.bytes.length, 0),
    lengths: pieces.map(({ stream, bytes }) => (stream === 2 ? -bytes.length : bytes.length)),
    bytes: Buffer.concat(pieces.map((piece) => piece.bytes)),
  };
}
