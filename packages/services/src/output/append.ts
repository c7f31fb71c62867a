import { type Pool, rowOf } from "../pool.ts";
import type { Lease } from "../execution/host-ctx.ts";

export type AppendedOutput = { stream: 1 | 2; bytes: Buffer };

/**
 * The pieces of an update that gives each its place: `total` bytes are added to the row, the pieces lie before its new end.
 * Parameters: streams smallint[], pieces bytea[], and the alias of the row set with execution id and new end.
 */
export function chunkSql(row: string, streams: string, pieces: string): string {
  return `INSERT INTO output_chunk (execution_id, "offset", stream, bytes)
    SELECT ${row}.id, ${row}.output_bytes - sum(length(p.bytes)) OVER (ORDER BY p.n ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
      p.stream, p.bytes
    FROM ${row}, unnest(${streams}::smallint[], ${pieces}::bytea[]) WITH ORDINALITY AS p(stream, bytes, n)`;
}

const append = {
  name: "output_append",
  text: `WITH held AS (
      UPDATE execution SET output_bytes = output_bytes + $3::bigint
      WHERE id = $1::uuid AND lease = $2::bigint AND state = 'running' RETURNING id, output_bytes),
    written AS (${chunkSql("held", "$4", "$5")})
    SELECT output_bytes FROM held`,
};

/**
 * Bytes to the end of an execution's output. The row gives the offset in the same statement, so nothing is doubled or
 * left out, and a worker without the lease writes nothing: false means the lease is gone.
 */
export async function appendOutput(
  pool: Pool,
  lease: Lease,
  pieces: readonly AppendedOutput[],
): Promise<boolean> {
  const { total, streams, bytes } = columnsOf(pieces);
  return (await rowOf(pool, append, [lease.executionId, lease.number, total, streams, bytes])) !== null;
}

export function columnsOf(pieces: readonly AppendedOutput[]): {
  total: number;
  streams: number[];
  bytes: Buffer[];
} {
  return {
    total: pieces.reduce((sum, piece) => sum + piece.bytes.length, 0),
    streams: pieces.map((piece) => piece.stream),
    bytes: pieces.map((piece) => piece.bytes),
  };
}
