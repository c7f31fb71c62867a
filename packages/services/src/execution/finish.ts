/** The one end of an execution. Only the holder of the lease writes it; a fenced worker changes nothing. */
import type { JsonValue } from "@gatehouse/core/audit/event";
import type { Outcome } from "@gatehouse/core/tool-call/status";
import { appendAudit } from "../audit/append.ts";
import { type AppendedOutput, appendOutputIn } from "../output/append.ts";
import { withTransaction } from "../transaction.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";

export type Finish = {
  lease: Lease;
  sessionId: string;
  toolCallId: string;
  outcome: Outcome;
  detail: string | null;
  exitCode: number | null;
  signal: string | null;
  outputCapped: boolean;
  outputDigest: string;
  advice: string | null;
  usage: Record<string, JsonValue>;
  sandboxArgs: readonly string[] | null;
  /** what was read from the command and not yet written */
  tail: readonly AppendedOutput[];
  trash?: readonly TrashRow[];
};

export type TrashRow = {
  id: string;
  originalPath: string;
  storedName: string;
  kind: string;
  bytes: number;
};

export async function finishExecution(ctx: HostCtx, finish: Finish): Promise<boolean> {
  const { lease } = finish;
  return withTransaction(ctx.db, async (tx) => {
    for (const piece of finish.tail) if (!(await appendOutputIn(tx, lease, piece))) return false;
    const rows = await tx.$queryRaw<{ output_bytes: bigint }[]>`
      UPDATE execution SET state = 'finished', outcome = ${finish.outcome}, finished_at = now(),
        outcome_detail = ${finish.detail}, exit_code = ${finish.exitCode}, signal = ${finish.signal},
        output_capped = ${finish.outputCapped}, output_digest = ${finish.outputDigest}, advice = ${finish.advice},
        usage = ${JSON.stringify(finish.usage)}::jsonb, sandbox_args = ${JSON.stringify(finish.sandboxArgs)}::jsonb
      WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running'
      RETURNING output_bytes`;
    const finished = rows[0];
    if (finished === undefined) return false;
    await tx.toolCall.updateMany({ where: { id: finish.toolCallId }, data: { status: "finished" } });
    const about = {
      sessionId: finish.sessionId,
      toolCallId: finish.toolCallId,
      executionId: lease.executionId,
    };
    const trash = finish.trash ?? [];
    if (trash.length > 0) {
      await tx.trashItem.createMany({
        data: trash.map((item) => ({
          ...item,
          bytes: BigInt(item.bytes),
          orgId: lease.orgId,
          sessionId: finish.sessionId,
          executionId: lease.executionId,
          hostId: ctx.hostId,
        })),
      });
    }
    await appendAudit(tx, { orgId: lease.orgId, actor: workerActor }, [
      ...trash.map((item) => ({
        type: "trash.moved" as const,
        ...about,
        payload: {
          trashItemId: item.id,
          originalPath: item.originalPath,
          kind: item.kind,
          bytes: item.bytes,
        },
      })),
      {
        type: "execution.finished",
        ...about,
        payload: {
          hostId: ctx.hostId,
          outcome: finish.outcome,
          detail: finish.detail,
          exitCode: finish.exitCode,
          signal: finish.signal,
          outputBytes: Number(finished.output_bytes),
          outputCapped: finish.outputCapped,
          outputDigest: finish.outputDigest,
          usage: finish.usage,
          sandboxArgs: finish.sandboxArgs,
        },
      },
    ]);
    return true;
  });
}
