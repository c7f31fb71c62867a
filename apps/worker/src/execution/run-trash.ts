import { createHash } from "node:crypto";
import { outputChannel } from "@gatehouse/core/contracts/output";
import { realPath } from "@gatehouse/core/path/resolve";
import type { Decided } from "@gatehouse/services/decision/record";
import { finishExecution } from "@gatehouse/services/execution/finish";
import type { Work } from "@gatehouse/services/execution/claim";
import { startExecution } from "@gatehouse/services/execution/start";
import { newId } from "@gatehouse/services/new-id";
import type { AppendedOutput } from "@gatehouse/services/output/append";
import { readRm } from "../tools/read-rm.ts";
import { moveToTrash, type TrashTarget } from "../tools/trash.ts";
import type { HeldLease } from "./leases.ts";
import { resolveFacts } from "./resolve-facts.ts";
import type { Worker } from "./run-execution.ts";
import { type SandboxView, toHost } from "./sandbox-view.ts";

/** `rm` as it is carried out here: start committed, targets moved, what moved told as the output. */
export async function runTrash(
  worker: Worker,
  held: HeldLease,
  of: { work: Work; decided: Decided; view: SandboxView },
): Promise<void> {
  const { ctx } = worker;
  const { work, decided, view } = of;
  const { lease } = held;
  if (!(await startExecution(ctx, { lease, work, decided, profileDigest: null, grantIds: [] }))) return;
  if (held.lost.aborted) return;
  const command = readRm(work.call.input.argv);
  const result = moveToTrash(
    command.operands.map((operand) => targetOf(operand, view)),
    command,
    worker.directories.trash,
  );
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
  });
  ctx.announcer.announce(outputChannel(lease.executionId));
}

function targetOf(operand: string, view: SandboxView): TrashTarget {
  const seen = realPath(operand, resolveFacts([operand], view), true);
  const host = toHost(seen, view);
  return { written: operand, seen, host: host ?? `/nonexistent${seen}` };
}
