/**
 * One call of a file tool, carried out by the worker itself behind the file guard: start committed, done, told as output
 * and result, finished. What it may touch was decided on these facts; each operation checks the denied paths again.
 */
import type { FileResult } from "@gatehouse/core/contracts/files";
import { outputChannel } from "@gatehouse/core/contracts/output";
import { agentWorkspace, type Facts } from "@gatehouse/core/path/facts";
import { isWithin } from "@gatehouse/core/path/lexical";
import type { Decided } from "@gatehouse/services/decision/record";
import { endCause } from "@gatehouse/services/execution/end-cause";
import { cancelUnstarted } from "@gatehouse/services/execution/end-unstarted";
import type { FileWork } from "@gatehouse/services/execution/claim";
import { type Finish, finishExecution } from "@gatehouse/services/execution/finish";
import { startExecution } from "@gatehouse/services/execution/start";
import type { FileRecord } from "@gatehouse/services/file/record";
import { getVersion, listVersions } from "@gatehouse/services/file/versions";
import { newId } from "@gatehouse/services/new-id";
import { appendOutput } from "@gatehouse/services/output/append";
import { findTrash, trashBytes } from "@gatehouse/services/trash/find";
import type { FileSpace } from "../files/file-space.ts";
import { editFile } from "../tools/edit-file.ts";
import type { Edited, EditLedger } from "../tools/edit-types.ts";
import { fileHistory } from "../tools/file-history.ts";
import { findFiles } from "../tools/find-files.ts";
import { readFiles } from "../tools/read-files.ts";
import { createSink, type Sink } from "../tools/sink.ts";
import { fileSpaceOf, trashBinOf } from "./file-space-of.ts";
import type { HeldLease } from "./leases.ts";
import { createOutputWriter } from "./output-writer.ts";
import type { Worker } from "./run-execution.ts";
import type { SandboxView } from "./sandbox-view.ts";
import { usedGrants } from "./used-grants.ts";

const timeoutMs = 15 * 60_000;

type FileRun = { work: FileWork; decided: Decided; view: SandboxView; facts: Facts };
type Done = { result: FileResult; failed: boolean; edited: Edited | null };

export async function runFile(worker: Worker, held: HeldLease, of: FileRun): Promise<void> {
  const { ctx } = worker;
  const { work, decided } = of;
  const { lease } = held;
  const grantIds = usedGrants(work, decided.decision, null);
  if (!(await startExecution(ctx, { lease, work, decided, profileDigest: null, grantIds }))) {
    await cancelUnstarted(ctx, { lease, work, grantIds });
    return;
  }
  const writer = createOutputWriter(async (output) => {
    if (held.lost.aborted || !(await appendOutput(ctx.pool, lease, output)))
      throw new Error("the lease is gone");
    ctx.announcer.announce(outputChannel(lease.executionId));
  });
  const sink = createSink((stream, bytes) => writer.push(stream, bytes));
  const timedOut = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([held.cancelled, held.lost, timedOut]);
  const done = await attempt(worker, of, { signal, sink });
  if (held.lost.aborted) return;
  const { tail, at: tailAt, digest } = await writer.end();
  const ended = endOf(done, { cancelled: held.cancelled.aborted });
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
  });
  ctx.announcer.announce(outputChannel(lease.executionId));
  if (!finished)
    ctx.log.warn({ executionId: lease.executionId }, "the lease was gone at the end; nothing was written");
  if (done?.edited != null) noteEdit(worker, done.edited, of.view);
}

/** Null when it was ended from outside: what it had found by then is in the output. */
async function attempt(
  worker: Worker,
  of: FileRun,
  with_: { signal: AbortSignal; sink: Sink },
): Promise<Done | null> {
  const { signal, sink } = with_;
  const space = fileSpaceOf(worker, of.work, { view: of.view, facts: of.facts, signal });
  try {
    return await carryOut(worker, of.work, { space, sink });
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}

async function carryOut(worker: Worker, work: FileWork, to: { space: FileSpace; sink: Sink }): Promise<Done> {
  const { space, sink } = to;
  const { call, sessionId } = work;
  const { pool } = worker.ctx;
  switch (call.tool) {
    case "read_files": {
      const files = await readFiles(call.input, space, sink);
      return {
        result: { tool: call.tool, files },
        failed: files.some((file) => file.kind === "error"),
        edited: null,
      };
    }
    case "find_files": {
      const queries = await findFiles(call.input, space, sink);
      return {
        result: { tool: call.tool, queries },
        failed: queries.some((query) => "error" in query),
        edited: null,
      };
    }
    case "file_history": {
      const ledger = { versions: (path: string) => listVersions(pool, { sessionId, path }) };
      const history = await fileHistory(call.input, space, { ledger, sink });
      return { result: { tool: call.tool, history }, failed: "error" in history, edited: null };
    }
    case "edit_file": {
      const edited = await editFile(call.input, space, { ledger: editLedger(worker, work), sink });
      return {
        result: { tool: call.tool, receipt: edited.receipt },
        failed: "error" in edited.receipt,
        edited,
      };
    }
  }
}

function editLedger(worker: Worker, work: FileWork): EditLedger {
  const { sessionId } = work;
  const { pool, hostId } = worker.ctx;
  return {
    version: (path, id) => getVersion(pool, { sessionId, path, id }),
    latestDigest: async (path) => (await listVersions(pool, { sessionId, path }))[0]?.digest ?? null,
    trashed: (id) => findTrash(pool, { id, sessionId, hostId }),
    trashBytes: () => trashBytes(pool, sessionId),
    bin: trashBinOf(worker, work),
  };
}

function endOf(
  done: Done | null,
  { cancelled }: { cancelled: boolean },
): Pick<Finish, "outcome" | "detail" | "exitCode"> {
  if (done !== null) return { outcome: "exited", detail: null, exitCode: done.failed ? 1 : 0 };
  return cancelled
    ? { outcome: "cancelled", detail: "Cancelled by a person.", exitCode: null }
    : {
        outcome: "timed_out",
        detail: `Ended after its time of ${timeoutMs / 60_000} minutes.`,
        exitCode: null,
      };
}

function recordOf({ result, edited }: Done): Pick<Finish, "result" | "trash" | "files"> {
  if (edited === null) return { result };
  const { change } = edited;
  const inWorkspace = change !== null && isWithin(change.path, agentWorkspace);
  const counts = { created: 0, changed: 0, deleted: 0 };
  if (inWorkspace) counts[change.change] = 1;
  const files: FileRecord = {
    changed: { recorded: true, ...counts, listed: inWorkspace ? 1 : 0 },
    versions: edited.versions,
    changes: inWorkspace ? [{ id: newId<string>(), ...change }] : [],
    restored: edited.restored,
  };
  return { result, trash: edited.trashed, files };
}

/** So that the next command is not said to have changed what this call did. */
function noteEdit(worker: Worker, { change, versions }: Edited, { workspace }: SandboxView): void {
  if (change === null || !isWithin(change.path, agentWorkspace)) return;
  const relative = change.path.slice(agentWorkspace.length + 1);
  worker.watch.edited(workspace, relative, versions.at(-1)?.digest ?? null);
}
