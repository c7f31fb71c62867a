import type { Claimed } from "@gatehouse/services/execution/claim";
import { inSpan, pastSpan } from "@gatehouse/services/trace";
import { runExecution, type Worker } from "./run-execution.ts";

/** One execution with its spans, as part of the trace of the request that asked for it. */
export async function runTraced(worker: Worker, claimed: Claimed): Promise<void> {
  const { work, traceParent: parent } = claimed;
  const attributes = {
    "gatehouse.execution": work.executionId,
    "gatehouse.tool": work.call.tool,
    "gatehouse.host": worker.ctx.hostId,
  };
  pastSpan("execution wait", { from: claimed.queuedAt, to: new Date() }, { parent, attributes });
  await inSpan("execution run", { parent, attributes, kind: "consumer" }, () =>
    runExecution(worker, claimed),
  );
}
