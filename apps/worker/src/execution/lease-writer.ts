import { outputChannel } from "@gatehouse/core/contracts/output";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import { appendOutput } from "@gatehouse/services/output/append";
import type { HeldLease } from "./leases.ts";
import { createOutputWriter, type OutputWriter } from "./output-writer.ts";
import type { JobWatch } from "./watch-job.ts";

/** Writes the output of one execution for as long as its lease is held; a write after that throws. */
export function createLeaseWriter(
  ctx: HostCtx,
  { lease, lost }: HeldLease,
  job: JobWatch | null,
): OutputWriter {
  return createOutputWriter({
    append: async (output) => {
      if (lost.aborted || !(await appendOutput(ctx.pool, lease, output)))
        throw new Error("the lease is gone");
      ctx.announcer.announce(outputChannel(lease.executionId));
    },
    ...(job === null ? {} : { find: job.find, onFound: job.onFound }),
  });
}
