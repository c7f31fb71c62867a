import type { Db, Tx } from "../db.ts";
import type { Lease } from "../execution/host-ctx.ts";

export type AppendedOutput = { stream: 1 | 2; bytes: Buffer };

/**
 * Bytes to the end of an execution's output. The row gives the offset in the same statement, so nothing is doubled or
 * left out, and a worker without the lease writes nothing: false means the lease is gone.
 */
export async function appendOutputIn(db: Db | Tx, lease: Lease, piece: AppendedOutput): Promise<boolean> {
  const written = await db.$executeRaw`
    WITH held AS (
      UPDATE execution SET output_bytes = output_bytes + ${piece.bytes.length}
      WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running'
      RETURNING output_bytes - ${piece.bytes.length} AS start)
    INSERT INTO output_chunk (execution_id, "offset", stream, bytes)
    SELECT ${lease.executionId}::uuid, held.start, ${piece.stream}::smallint, ${piece.bytes} FROM held`;
  return written === 1;
}
