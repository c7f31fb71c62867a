import type { Work } from "@gatehouse/services/execution/claim";
import { endCause } from "@gatehouse/services/execution/end-cause";
import { type Finish, finishExecution } from "@gatehouse/services/execution/finish";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import type { End } from "./end-of.ts";
import type { HeldLease } from "./leases.ts";
import type { OutputWriter } from "./output-writer.ts";

type Ended = Required<Pick<Finish, "sandboxArgs" | "observed">> & {
  work: Work;
  /** grants it ran on; a revoked one is told as what ended it */
  grantIds: readonly string[];
  end: End;
  written: Awaited<ReturnType<OutputWriter["end"]>>;
  files: Finish["files"];
};

/** Writes the end of a command with the last of its output, unless the lease is gone. */
export async function recordEnd(ctx: HostCtx, held: HeldLease, of: Ended): Promise<void> {
  const { lease } = held;
  const { work, grantIds, end, written, sandboxArgs, observed, files } = of;
  const cause =
    end.outcome === "cancelled" && (held.cancelled.aborted || !held.stopped.aborted)
      ? await endCause(ctx.pool, { executionId: lease.executionId, grantIds })
      : null;
  const finished = await finishExecution(ctx, {
    lease,
    sessionId: work.sessionId,
    toolCallId: work.toolCallId,
    ...end,
    detail: cause ?? end.detail,
    outputDigest: written.digest,
    sandboxArgs,
    tail: written.tail,
    tailAt: written.at,
    observed,
    ...(files === undefined ? {} : { files }),
  });
  if (!finished)
    ctx.log.warn({ executionId: lease.executionId }, "the lease was gone at the end; nothing was written");
}
