import { outputChannel } from "@gatehouse/core/contracts/output";
import type { TurnStatus } from "@gatehouse/core/agent/turn-status";
import type { Outcome } from "@gatehouse/core/tool-call/status";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import { maintenanceActor } from "../execution/host-ctx.ts";
import { storable } from "../storable.ts";
import { sha256 } from "../tool-call/digest.ts";
import { withTransaction } from "../transaction.ts";
import { databaseNow } from "../database-clock.ts";

/** A subagent's call whose execution is not over, with its turn once it has begun. */
export type OpenSubagent = {
  execution_id: string;
  org_id: string;
  session_id: string;
  tool_call_id: string;
  member_id: string;
  tool: string;
  input: string;
  running: boolean;
  cancel_requested: boolean;
  cancel_detail: string | null;
  turn_id: string | null;
  turn_status: TurnStatus | null;
  end_code: string | null;
  end_sentence: string | null;
};

export type SubagentEnd = { outcome: Outcome; exitCode: number | null; detail: string | null };

const chunkBytes = 65_536;

/** The end of a subagent's call, with its last words as output. Of two who write it one wins; false for the other. */
export async function finishSubagent(
  ctx: Pick<Services, "db" | "announcer">,
  of: OpenSubagent,
  end: SubagentEnd,
): Promise<boolean> {
  const text = of.turn_id === null ? "" : await lastWords(ctx, of.turn_id);
  const bytes = Buffer.from(text, "utf8");
  const detail = end.detail === null ? null : storable(end.detail);
  const done = await withTransaction(ctx.db, async (tx) => {
    const ended = await tx.execution.updateMany({
      where: { id: of.execution_id, state: of.running ? "running" : "queued" },
      data: {
        state: "finished",
        finishedAt: await databaseNow(tx),
        outcome: end.outcome,
        exitCode: end.exitCode,
        outcomeDetail: detail,
        outputBytes: bytes.length,
        outputDigest: sha256(text),
      },
    });
    if (ended.count === 0) return false;
    const pieces = Math.ceil(bytes.length / chunkBytes);
    await tx.outputChunk.createMany({
      data: Array.from({ length: pieces }, (_, at) => ({
        executionId: of.execution_id,
        offset: BigInt(at * chunkBytes),
        stream: 1,
        bytes: new Uint8Array(bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes)),
      })),
    });
    await tx.toolCall.updateMany({ where: { id: of.tool_call_id }, data: { status: "finished" } });
    await appendAudit(tx, { orgId: of.org_id, actor: maintenanceActor }, [
      {
        type: "execution.finished",
        sessionId: of.session_id,
        toolCallId: of.tool_call_id,
        executionId: of.execution_id,
        payload: {
          turnId: of.turn_id,
          outcome: end.outcome,
          exitCode: end.exitCode,
          detail,
          outputBytes: bytes.length,
          outputDigest: sha256(text),
        },
      },
    ]);
    return true;
  });
  if (done) ctx.announcer.announce(outputChannel(of.execution_id));
  return done;
}

/** What the subagent said last; of one that was ended in between, what it had said until then. */
async function lastWords(ctx: Pick<Services, "db">, turnId: string): Promise<string> {
  const step = await ctx.db.modelStep.findFirst({
    where: { turnId, text: { not: "" } },
    orderBy: [{ number: "desc" }, { attempt: "desc" }],
    select: { text: true },
  });
  return step?.text ?? "";
}

/** How the call of an ended turn ends. */
export function endAfterTurn(of: OpenSubagent): SubagentEnd {
  const sentence = of.end_sentence === null || of.end_sentence === "" ? null : of.end_sentence;
  if (of.turn_status === "finished") return { outcome: "exited", exitCode: 0, detail: null };
  if (of.turn_status === "stopped") return { outcome: "cancelled", exitCode: null, detail: sentence };
  if (of.end_code === "turn_minutes") return { outcome: "timed_out", exitCode: null, detail: sentence };
  return { outcome: "exited", exitCode: 1, detail: sentence };
}
