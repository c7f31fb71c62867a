/** One image or speech that the org's provider makes, written like any other file: through the file guard, whole or not at all. */
import type { MediaResult } from "@gatehouse/core/contracts/media";
import type { Facts } from "@gatehouse/core/path/facts";
import type { Decided } from "@gatehouse/services/decision/record";
import type { MediaWork } from "@gatehouse/services/execution/claim";
import { loadMedia, mediaCost, type MediaKind, recordMediaUse } from "@gatehouse/services/model/media";
import { dayUsage, reachedLimit } from "@gatehouse/services/turn/usage";
import { FileProblem } from "../files/file-problem.ts";
import { placeIn } from "../files/file-space.ts";
import { makeMedia } from "../media/make-media.ts";
import type { Edited } from "../tools/edit-types.ts";
import { editFile } from "../tools/edit-file.ts";
import type { Sink } from "../tools/sink.ts";
import { WebProblem, webProblemView } from "../web/web-problem.ts";
import { fileSpaceOf } from "./file-space-of.ts";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { editLedger } from "./run-file.ts";
import { runOwnTool } from "./run-own-tool.ts";
import type { SandboxView } from "./sandbox-view.ts";

const timeouts = { generate_image: 15 * 60_000, generate_audio: 5 * 60_000 } as const;
const kinds = { generate_image: "image", generate_audio: "speech" } as const satisfies Record<
  string,
  MediaKind
>;

type MediaRun = { work: MediaWork; decided: Decided; view: SandboxView; facts: Facts };

export async function runMedia(worker: Worker, held: HeldLease, of: MediaRun): Promise<void> {
  const { tool } = of.work.call;
  await runOwnTool(worker, held, {
    ...of,
    timeoutMs: timeouts[tool],
    carryOut: async ({ signal, sink }) => {
      try {
        const { result, edited } = await carryOut(worker, of, { signal, sink });
        return { result, failed: "error" in edited.receipt, edited };
      } catch (cause) {
        if (signal.aborted) throw cause;
        const found = problemOf(cause);
        await sink.problem(found.hint === undefined ? found.message : `${found.message}\n${found.hint}`);
        return { result: { tool, media: webProblemView(found) }, failed: true, edited: null };
      }
    },
  });
}

function problemOf(cause: unknown): WebProblem {
  if (cause instanceof FileProblem) return new WebProblem(cause.code, cause.message, { cause });
  if (cause instanceof WebProblem) return cause;
  throw cause;
}

async function carryOut(
  worker: Worker,
  { work, view, facts }: MediaRun,
  { signal, sink }: { signal: AbortSignal; sink: Sink },
): Promise<{ result: MediaResult; edited: Edited }> {
  const { call, orgId, memberId, sessionId, toolCallId, executionId } = work;
  const { prompt, output_path: path } = call.input;
  const kind = kinds[call.tool];
  const files = fileSpaceOf(worker, work, { view, facts, signal });
  placeIn(files, path); // a path that cannot be written costs nothing
  const found = await loadMedia(worker.ctx, { orgId, kind });
  if (found === null)
    throw new WebProblem(
      "media_off",
      `no provider of this org makes ${kind === "image" ? "images" : "speech"}`,
      {
        hint: "An admin can name a model for it under Models; go on without it.",
      },
    );
  const reached = reachedLimit(await dayUsage(worker.ctx.db, { orgId, memberId }), work.policy);
  if (reached !== null) throw new WebProblem("limit_reached", reached);
  const made = await makeMedia(found, { kind, prompt, path, signal });
  const { provider, model } = found;
  const costMicros = mediaCost(kind, model, prompt);
  const use = {
    orgId,
    memberId,
    sessionId,
    toolCallId,
    providerId: provider.id,
    model: model.id,
    costMicros,
  };
  await recordMediaUse(worker.ctx, { ...use, executionId });
  const content = await sink.bytes(made.bytes);
  const write = {
    mode: "write" as const,
    path,
    content: Buffer.from(made.bytes).toString("base64"),
    encoding: "base64" as const,
  };
  const edited = await editFile(write, files, { ledger: editLedger(worker, work), sink });
  const { bytes, mediaType } = made;
  const media = {
    provider: provider.name,
    model: model.id,
    mediaType,
    bytes: bytes.length,
    costMicros,
    content,
    receipt: edited.receipt,
  };
  return { result: { tool: call.tool, media }, edited };
}
