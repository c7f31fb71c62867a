import { createHash } from "node:crypto";
import { outputChannel } from "@gatehouse/core/contracts/output";
import type { Facts } from "@gatehouse/core/path/facts";
import { realPath } from "@gatehouse/core/path/resolve";
import type { Decided } from "@gatehouse/services/decision/record";
import { cancelUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { finishExecution } from "@gatehouse/services/execution/finish";
import type { CommandWork } from "@gatehouse/services/execution/claim";
import { startExecution } from "@gatehouse/services/execution/start";
import { newId } from "@gatehouse/services/new-id";
import type { AppendedOutput } from "@gatehouse/services/output/append";
import type { ChangeRow } from "@gatehouse/services/file/record";
import { trashBytes } from "@gatehouse/services/trash/find";
import { createFileGuard } from "../files/guard.ts";
import type { Trashed } from "../files/trash-bin.ts";
import { readRm } from "../tools/read-rm.ts";
import { moveToTrash, type TrashTarget } from "../tools/trash.ts";
import { deniedPlaces, trashBinOf, trashQuota } from "./file-space-of.ts";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { type SandboxView, toHost } from "./sandbox-view.ts";
import { usedGrants } from "./used-grants.ts";

/** `rm` as it is carried out here: start committed, targets moved, what moved told as the output. */
export async function runTrash(
  worker: Worker,
  held: HeldLease,
  of: { work: CommandWork; decided: Decided; view: SandboxView; facts: Facts },
): Promise<void> {
  const { ctx } = worker;
  const { work, decided, view, facts } = of;
  const { lease } = held;
  const grantIds = usedGrants(work, decided.decision, null);
  if (!(await startExecution(ctx, { lease, work, decided, profileDigest: null, grantIds }))) {
    await cancelUnstarted(ctx, { lease, work, grantIds });
    return;
  }
  if (held.lost.aborted) return;
  const command = readRm(work.call.input.argv);
  const result = moveToTrash(
    command.operands.map((operand) => targetOf(operand, facts, view)),
    command,
    {
      guard: createFileGuard(deniedPlaces(work, view)),
      bin: trashBinOf(worker, work),
      usedBytes: await trashBytes(ctx.pool, work.sessionId),
      quotaBytes: trashQuota(work),
    },
  );
  const changes = result.moved.map((item) => deletionOf(item));
  const tail: AppendedOutput[] = [];
  if (result.stdout !== "") tail.push({ stream: 1, bytes: Buffer.from(result.stdout) });
  if (result.stderr !== "") tail.push({ stream: 2, bytes: Buffer.from(result.stderr) });
  const hash = createHash("sha256");
  for (const piece of tail) hash.update(piece.bytes);
  await finishExecution(ctx, {
    lease,
    sessionId: work.sessionId,
    toolCallId: work.toolCallId,
    outcome: "exited",
    detail:
      result.moved.length === 0 ? null : `${result.moved.length} moved to the trash; nothing was deleted.`,
    exitCode: result.exitCode,
    signal: null,
    outputCapped: false,
    outputDigest: hash.digest("hex"),
    advice: null,
    usage: {},
    sandboxArgs: null,
    tail,
    trash: result.moved.map((item) => ({ id: newId<string>(), ...item })),
    files: {
      changed: { recorded: true, created: 0, changed: 0, deleted: changes.length, listed: changes.length },
      versions: [],
      changes,
      restored: [],
    },
  });
  ctx.announcer.announce(outputChannel(lease.executionId));
}

function deletionOf({ originalPath: path, bytes }: Trashed): ChangeRow {
  return { id: newId<string>(), path, change: "deleted", bytesBefore: bytes, bytesAfter: null, diff: null };
}

/** SAFETY: with the facts that were decided on; a fresh look would follow a link that was swapped in since. */
function targetOf(operand: string, facts: Facts, view: SandboxView): TrashTarget {
  const seen = realPath(operand, facts, true);
  const host = toHost(seen, view);
  return { written: operand, seen, host: host ?? `/nonexistent${seen}` };
}
