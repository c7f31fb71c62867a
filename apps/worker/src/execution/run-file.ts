/** One call of a file tool behind the file guard; each operation checks the denied paths again. */
import type { EditReceipt } from "@gatehouse/core/contracts/files";
import type { Facts } from "@gatehouse/core/path/facts";
import type { Decided } from "@gatehouse/services/decision/record";
import type { FileWork, Work } from "@gatehouse/services/execution/claim";
import { fileStory } from "@gatehouse/services/file/story";
import { getVersion, listVersions } from "@gatehouse/services/file/versions";
import { findTrash, trashBytes } from "@gatehouse/services/trash/find";
import type { FileSpace } from "../files/file-space.ts";
import { editFile } from "../tools/edit-file.ts";
import type { EditLedger } from "../tools/edit-types.ts";
import { fileHistory } from "../tools/file-history.ts";
import { findFiles } from "../tools/find-files.ts";
import { readFiles } from "../tools/read-files.ts";
import type { Sink } from "../tools/sink.ts";
import { fileSpaceOf, trashBinOf, trashQuota } from "./file-space-of.ts";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { type OwnDone, runOwnTool } from "./run-own-tool.ts";
import type { SandboxView } from "./sandbox-view.ts";

const timeoutMs = 15 * 60_000;

type FileRun = { work: FileWork; decided: Decided; view: SandboxView; facts: Facts };

export async function runFile(worker: Worker, held: HeldLease, of: FileRun): Promise<void> {
  const { work, decided, view, facts } = of;
  await runOwnTool(worker, held, {
    work,
    decided,
    view,
    timeoutMs,
    carryOut: ({ signal, sink }) =>
      carryOut(worker, work, { space: fileSpaceOf(worker, work, { view, facts, signal }), sink }),
  });
}

async function carryOut(
  worker: Worker,
  work: FileWork,
  to: { space: FileSpace; sink: Sink },
): Promise<OwnDone> {
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
        failed: isFailed(edited.receipt),
        edited,
      };
    }
  }
}

export function editLedger(worker: Worker, work: Work): EditLedger {
  const { sessionId } = work;
  const { pool, hostId } = worker.ctx;
  return {
    version: (path, id) => getVersion(pool, { sessionId, path, id }),
    latestDigest: async (path) => (await listVersions(pool, { sessionId, path }))[0]?.digest ?? null,
    trashed: (id) => findTrash(pool, { id, sessionId, hostId }),
    trashBytes: () => trashBytes(pool, sessionId),
    trashQuota: trashQuota(work),
    story: (path, executionIds) => fileStory(pool, { sessionId, hostId, path, executionIds }),
    bin: trashBinOf(worker, work),
  };
}

function isFailed(receipt: EditReceipt): boolean {
  if ("problems" in receipt) return receipt.problems.length > 0;
  return "error" in receipt;
}
