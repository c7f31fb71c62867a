import { type Pool, rowOf } from "../pool.ts";
import type { Lease } from "./host-ctx.ts";

const note = {
  name: "execution_usage",
  text: `UPDATE execution SET usage_now = $3::jsonb WHERE id = $1::uuid AND lease = $2::bigint AND state = 'running'`,
};

/** What a command uses at this moment. Only the holder of the lease writes it. */
export async function noteUsage(pool: Pool, lease: Lease, usage: Record<string, number>): Promise<void> {
  await rowOf(pool, note, [lease.executionId, lease.number, JSON.stringify(usage)]);
}
