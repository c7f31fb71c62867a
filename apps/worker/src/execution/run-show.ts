/** What an agent puts before the person: a file behind the file guard, or a page of its own. Kept as the call's output. */
import type { ShowResult } from "@gatehouse/core/contracts/show";
import type { Facts } from "@gatehouse/core/path/facts";
import type { Decided } from "@gatehouse/services/decision/record";
import type { ShowWork } from "@gatehouse/services/execution/claim";
import { openFile } from "../tools/open-file.ts";
import type { Sink } from "../tools/sink.ts";
import { fileSpaceOf } from "./file-space-of.ts";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { type OwnDone, runOwnTool } from "./run-own-tool.ts";
import type { SandboxView } from "./sandbox-view.ts";

/** Source: spec section 1. */
const timeouts = { open_file: 10_000, html_template: 30_000 } as const;

type ShowRun = { work: ShowWork; decided: Decided; view: SandboxView; facts: Facts };

export async function runShow(worker: Worker, held: HeldLease, of: ShowRun): Promise<void> {
  const { work, decided, view, facts } = of;
  await runOwnTool(worker, held, {
    work,
    decided,
    view,
    timeoutMs: timeouts[work.call.tool],
    carryOut: async ({ signal, sink }): Promise<OwnDone> => {
      const { call } = work;
      if (call.tool === "html_template")
        return { result: await keepPage(call.input, sink), failed: false, edited: null };
      const file = await openFile(call.input, fileSpaceOf(worker, work, { view, facts, signal }), sink);
      return { result: { tool: call.tool, file }, failed: file.kind === "error", edited: null };
    },
  });
}

async function keepPage(
  { html, title }: { html: string; title?: string | undefined },
  sink: Sink,
): Promise<ShowResult> {
  const content = await sink.text(html);
  return { tool: "html_template", page: { title: title ?? null, bytes: content.bytes, content } };
}
