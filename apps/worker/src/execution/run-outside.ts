import { defaultLimits } from "@gatehouse/core/sandbox/profile";
import type { Decided } from "@gatehouse/services/decision/record";
import type { CommandWork } from "@gatehouse/services/execution/claim";
import { cancelUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { refuseExecution } from "@gatehouse/services/execution/refuse";
import { startExecution } from "@gatehouse/services/execution/start";
import { findElevation } from "../elevation/elevated-account.ts";
import { type ElevatedRequest, runElevated } from "../elevation/run-elevated.ts";
import { limitsOf } from "./build-profile.ts";
import { changesOf } from "./changes-of.ts";
import { whileOpen } from "./directories.ts";
import { endOf } from "./end-of.ts";
import type { HeldLease } from "./leases.ts";
import { createLeaseWriter } from "./lease-writer.ts";
import type { Worker } from "./run-execution.ts";
import { recordEnd } from "./record-end.ts";
import { usedGrants } from "./used-grants.ts";
import { watchJob } from "./watch-job.ts";

type Outside = { work: CommandWork; decided: Decided; effect: "sudo" | "unsandboxed"; workspace: string };

/**
 * A call that an approver proved a password for, carried out outside the sandbox: by the elevated account, or by root
 * through it. Recorded as every execution; refused where the host was not set up for it.
 */
export async function runOutside(worker: Worker, held: HeldLease, of: Outside): Promise<void> {
  const { ctx } = worker;
  const { work, decided, effect, workspace } = of;
  const { lease } = held;
  const elevation = await findElevation();
  if (elevation === "none" || (effect === "sudo" && elevation !== "root")) {
    const refusal = {
      code: "elevation_unavailable",
      sentence: `${effect === "sudo" ? "Becoming root" : "Running outside the sandbox"} is not set up on this host.`,
      hint: "Run the call in the sandbox, or ask an admin for a host with the elevated account.",
    };
    await refuseExecution(ctx, { lease, work, decided, refusal });
    return;
  }
  const grantIds = usedGrants(work, decided.decision, null);
  const before = await worker.watch.begin(workspace);
  if (!(await startExecution(ctx, { lease, work, decided, profileDigest: null, grantIds }))) {
    await worker.watch.end(workspace, before);
    await cancelUnstarted(ctx, { lease, work, grantIds });
    return;
  }
  const job = await watchJob(ctx, worker.listener, { lease, work });
  const writer = createLeaseWriter(ctx, held, job);
  const limits = { ...defaultLimits, ...limitsOf(work) };
  const { argv } = work.call.input;
  const request: ElevatedRequest = {
    how: effect === "sudo" ? "root" : "plain",
    argv: effect === "sudo" ? argv.slice(1) : argv,
    directory: workspace,
    wallMs: limits.wallMs,
    outputBytes: limits.outputBytes,
    onChunk: (stream, bytes) => writer.push(stream, bytes),
    takeFifo: worker.sandbox.takeFifo,
    signal: AbortSignal.any([held.cancelled, held.lost, held.stopped]),
  };
  const facts = await whileOpen(workspace, () => runElevated(request));
  await job?.end();
  const ending = writer.end();
  ending.catch(() => undefined);
  const after = await worker.watch.end(workspace, before);
  if (held.lost.aborted) return;
  const written = await ending;
  const stopped = held.stopped.aborted && !held.cancelled.aborted;
  await recordEnd(ctx, held, {
    work,
    grantIds,
    end: endOf(facts, { started: true, stopped, profile: { limits }, advise: () => null }),
    written,
    sandboxArgs: facts.bwrapArgs,
    observed: { programs: { kind: "not_recorded", why: "it ran outside the sandbox" }, connections: null },
    files: changesOf(worker, work, { before, after, workspace }),
  });
}
