import { asData } from "@gatehouse/core/agent/as-data";
import { longestResult } from "@gatehouse/core/agent/cut-middle";
import type { FileResult } from "@gatehouse/core/contracts/files";
import type { ResultPart, ToolAnswer } from "@gatehouse/core/tool-call/result-parts";
import { tools } from "@gatehouse/core/tool-call/tools";
import type { Ctx } from "../context.ts";
import { readOutput } from "../output/read.ts";
import { wholeCharacters } from "../output/text.ts";
import { getToolCall } from "../tool-call/get.ts";
import type { RefusalView, ToolCallView } from "../tool-call/view-types.ts";

export type CallResult = { text: string; failed: boolean; changed: boolean };

/** What the model reads of a call that is over. A refusal is a result like any other: code, sentence, next step. */
export async function resultOf(ctx: Ctx, toolCallId: string): Promise<CallResult> {
  const view = await getToolCall(ctx, toolCallId);
  const { execution, refusal } = view;
  if (refusal !== undefined) return { text: refusalText(refusal), failed: true, changed: false };
  if (execution?.outcome === undefined || view.status === "cancelled")
    return { text: "A person cancelled this call; nothing ran.", failed: true, changed: false };
  const answer = await answerOf(ctx, view, execution);
  const parts = await Promise.all(
    tools[view.tool]
      .parts(answer)
      .map((part) => textOf(ctx, { executionId: execution.id, toolCallId }, part)),
  );
  const failed = execution.outcome !== "exited" || (execution.exitCode ?? 0) !== 0;
  return {
    text: parts.join("\n"),
    failed,
    changed: tools[view.tool].readsOnly !== true && !view.decision.readOnly,
  };
}

export function refusalText({ code, sentence, hint }: RefusalView): string {
  const next = hint ?? "Go another way, or tell the person what is needed and why.";
  return `Refused (${code}): ${sentence}\nNext step: ${next}\nAsking again for the same call changes nothing.`;
}

async function answerOf(
  ctx: Ctx,
  view: ToolCallView,
  execution: NonNullable<ToolCallView["execution"]>,
): Promise<ToolAnswer> {
  const row = await ctx.db.executionResult.findFirst({
    where: { executionId: execution.id, orgId: ctx.org.id },
    select: { body: true },
  });
  return {
    call: view,
    outcome: execution.outcome ?? "lost",
    exitCode: execution.exitCode ?? null,
    signal: execution.signal ?? null,
    detail: execution.outcomeDetail ?? null,
    outputBytes: execution.outputBytes,
    outputCapped: execution.outputCapped,
    advice: execution.advice ?? null,
    result: row === null ? null : (JSON.parse(row.body) as FileResult),
  };
}

type Output = { executionId: string; toolCallId: string };

async function textOf(ctx: Ctx, of: Output, part: ResultPart): Promise<string> {
  return part.kind === "text" ? part.text : asData(await outputText(ctx, of, part));
}

/** Only what will be shown is read: of a long output its beginning and its end. */
async function outputText(
  ctx: Ctx,
  { executionId, toolCallId }: Output,
  { offset, bytes }: { offset: number; bytes: number },
): Promise<string> {
  if (bytes <= longestResult)
    return (await readBytes(ctx, executionId, { from: offset, bytes })).toString("utf8");
  const half = longestResult / 2;
  const [head, tail] = await Promise.all([
    readBytes(ctx, executionId, { from: offset, bytes: half }),
    readBytes(ctx, executionId, { from: offset + bytes - half, bytes: half }),
  ]);
  const shown = wholeCharacters(head);
  const left = bytes - shown - half;
  const pointer = `To read the rest: read_output with tool_call_id ${toolCallId} and offset ${offset + shown}.`;
  return `${head.subarray(0, shown).toString("utf8")}\n[… ${left} bytes left out here. ${pointer}]\n${tail.toString("utf8")}`;
}

async function readBytes(
  ctx: Ctx,
  executionId: string,
  range: { from: number; bytes: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let from = range.from;
  const end = range.from + range.bytes;
  while (from < end) {
    const part = await readOutput(ctx, { executionId, from, limit: end - from });
    if (part.frames.length === 0) break;
    for (const frame of part.frames) pieces.push(Buffer.from(frame.bytesBase64, "base64"));
    from = part.nextOffset;
  }
  return Buffer.concat(pieces);
}
