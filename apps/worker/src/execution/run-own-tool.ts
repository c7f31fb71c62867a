/**
 * One call of a tool that starts no process, carried out by the worker itself: start committed, done, told as output and
 * result, finished. What it may touch was decided on the facts of this moment.
 */
import { outputChannel } from "@gatehouse/core/contracts/output";
import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { isWithin } from "@gatehouse/core/path/lexical";
import type { Decided } from "@gatehouse/services/decision/record";
import type { Work } from "@gatehouse/services/execution/claim";
import { endCause } from "@gatehouse/services/execution/end-cause";
import { cancelUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { type Finish, finishExecution } from "@gatehouse/services/execution/finish";
import { startExecution } from "@gatehouse/services/execution/start";
import type { FileRecord } from "@gatehouse/services/file/record";
import { newId } from "@gatehouse/services/new-id";
import type { EgressConnection } from "../process/execution-types.ts";
import type { Edited } from "../tools/edit-types.ts";
import { createSink, type Sink } from "../tools/sink.ts";
import type { HeldLease } from "./leases.ts";
import { connectionRecords } from "./observed-of.ts";
import { createLeaseWriter } from "./lease-writer.ts";
import type { Worker } from "./run-execution.ts";
import type { SandboxView } from "./sandbox-view.ts";
import { timeText } from "./time-text.ts";
import { usedGrants } from "./used-grants.ts";

export type OwnDone = { result: ToolResult; failed: boolean; edited: Edited | null };
export type OwnTool = {
  work: Work;
  decided: Decided;
  view: SandboxView;
  timeoutMs: number;
  carryOut: (to: { signal: AbortSignal; sink: Sink }) => Promise<OwnDone>;
  /** what it reached for over the network so far; absent: a tool that has none */
  connections?: readonly EgressConnection[];
};

export async function runOwnTool(worker: Worker, held: HeldLease, of: OwnTool): Promise<void> {
  const { ctx } = worker;
  const { work, decided } = of;
  const { lease } = held;
  const grantIds = usedGrants(work, decided.decision, null);
  if (!(await startExecution(ctx, { lease, work, decided, profileDigest: null, grantIds }))) {
    await cancelUnstarted(ctx, { lease, work, grantIds });
    return;
  }
  const writer = createLeaseWriter(ctx, held, null);
  const sink = createSink((stream, bytes) => writer.push(stream, bytes));
  const timedOut = AbortSignal.timeout(of.timeoutMs);
  const signal = AbortSignal.any([held.cancelled, held.lost, timedOut]);
  const done = await attempt(of, { signal, sink });
  if (held.lost.aborted) return;
  const { tail, at: tailAt, digest } = await writer.end();
  const ended = endOf(done, { cancelled: held.cancelled.aborted, timeoutMs: of.timeoutMs });
  const cause =
    ended.outcome === "cancelled"
      ? await endCause(ctx.pool, { executionId: lease.executionId, grantIds })
      : null;
  const finished = await finishExecution(ctx, {
    lease,
    sessionId: work.sessionId,
    toolCallId: work.toolCallId,
    ...ended,
    detail: cause ?? ended.detail,
    signal: null,
    outputCapped: false,
    outputDigest: digest,
    advice: null,
    usage: {},
    sandboxArgs: null,
    tail,
    tailAt,
    ...(done === null ? {} : recordOf(done)),
    ...(of.connections === undefined
      ? {}
      : { observed: { programs: null, connections: connectionRecords(of.connections) } }),
  });
  ctx.announcer.announce(outputChannel(lease.executionId));
  if (!finished)
    ctx.log.warn({ executionId: lease.executionId }, "the lease was gone at the end; nothing was written");
  if (done?.edited != null) noteEdit(worker, done.edited, of.view);
}

/** Null when it was ended from outside: what it had found by then is in the output. */
async function attempt(of: OwnTool, to: { signal: AbortSignal; sink: Sink }): Promise<OwnDone | null> {
  try {
    return await of.carryOut(to);
  } catch (cause) {
    if (to.signal.aborted) return null;
    throw cause;
  }
}

function endOf(
  done: OwnDone | null,
  { cancelled, timeoutMs }: { cancelled: boolean; timeoutMs: number },
): Pick<Finish, "outcome" | "detail" | "exitCode"> {
  if (done !== null) return { outcome: "exited", detail: null, exitCode: done.failed ? 1 : 0 };
  if (cancelled) return { outcome: "cancelled", detail: "Cancelled by a person.", exitCode: null };
  return { outcome: "timed_out", detail: `Ended after its time of ${timeText(timeoutMs)}.`, exitCode: null };
}

function recordOf({ result, edited }: OwnDone): Pick<Finish, "result" | "trash" | "files"> {
  if (edited === null) return { result };
  const changes = edited.changes.filter(({ path }) => isWithin(path, agentWorkspace));
  const counts = { created: 0, changed: 0, deleted: 0 };
  for (const { change } of changes) counts[change] += 1;
  const files: FileRecord = {
    changed: { recorded: true, ...counts, listed: changes.length },
    versions: edited.versions,
    changes: changes.map((change) => ({ id: newId<string>(), ...change })),
    restored: edited.restored,
  };
  return { result, trash: edited.trashed, files };
}

/** So that the next command is not said to have changed what this call did. */
function noteEdit(worker: Worker, { changes, versions }: Edited, { workspace }: SandboxView): void {
  for (const { path } of changes) {
    if (!isWithin(path, agentWorkspace)) continue;
    const relative = path.slice(agentWorkspace.length + 1);
    const digest = versions.findLast((version) => version.path === path)?.digest ?? null;
    worker.watch.edited(workspace, relative, digest);
  }
}
