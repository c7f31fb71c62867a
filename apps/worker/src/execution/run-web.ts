/** One call of a tool that speaks HTTP, carried out by the worker itself; each connection stands in the record. */
import type { WebProblemView, WebResult } from "@gatehouse/core/contracts/web";
import type { Facts } from "@gatehouse/core/path/facts";
import type { Decided } from "@gatehouse/services/decision/record";
import type { WebWork } from "@gatehouse/services/execution/claim";
import { FileProblem } from "../files/file-problem.ts";
import type { EgressConnection } from "../process/execution-types.ts";
import { downloadFile } from "../tools/download-file.ts";
import type { Edited } from "../tools/edit-types.ts";
import { fetchPage } from "../tools/fetch-page.ts";
import { httpRequest } from "../tools/http-request.ts";
import { searchWeb } from "../tools/search-web.ts";
import type { Sink } from "../tools/sink.ts";
import type { WebSpace } from "../web/hop.ts";
import { WebProblem, webProblemView } from "../web/web-problem.ts";
import { fileSpaceOf } from "./file-space-of.ts";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { editLedger } from "./run-file.ts";
import { type OwnDone, runOwnTool } from "./run-own-tool.ts";
import type { SandboxView } from "./sandbox-view.ts";

const timeouts = {
  http_request: 15 * 60_000,
  fetch_page: 90_000,
  search_web: 90_000,
  download_file: 10 * 60_000,
} as const;

type WebRun = { work: WebWork; decided: Decided; view: SandboxView; facts: Facts };

export async function runWeb(worker: Worker, held: HeldLease, of: WebRun): Promise<void> {
  const { work, decided, view } = of;
  const connections: EgressConnection[] = [];
  await runOwnTool(worker, held, {
    work,
    decided,
    view,
    timeoutMs: timeouts[work.call.tool],
    connections,
    carryOut: async ({ signal, sink }) => {
      const space = { policy: work.policy.document, connections, signal };
      try {
        const { result, edited } = await carryOut(worker, of, { space, sink });
        return { result, failed: edited !== null && "error" in edited.receipt, edited };
      } catch (cause) {
        if (signal.aborted) throw cause;
        return problem(of, cause, sink);
      }
    },
  });
}

async function carryOut(
  worker: Worker,
  { work, view, facts }: WebRun,
  { space, sink }: { space: WebSpace; sink: Sink },
): Promise<{ result: WebResult; edited: Edited | null }> {
  const { call } = work;
  const { threads } = worker;
  switch (call.tool) {
    case "http_request":
      return { result: await httpRequest(call.input, space, sink), edited: null };
    case "fetch_page":
      return { result: await fetchPage(call.input, space, { sink, threads }), edited: null };
    case "search_web": {
      const searchUrl = work.policy.document.search_url;
      return { result: await searchWeb(call.input, space, { sink, searchUrl }), edited: null };
    }
    case "download_file": {
      const files = fileSpaceOf(worker, work, { view, facts, signal: space.signal });
      return downloadFile(call.input, space, { files, ledger: editLedger(worker, work), sink });
    }
  }
}

/** What the network or a file refused is a result; anything else is a fault of ours. */
async function problem({ work }: WebRun, cause: unknown, sink: Sink): Promise<OwnDone> {
  const found = cause instanceof FileProblem ? new WebProblem(cause.code, cause.message, { cause }) : cause;
  if (!(found instanceof WebProblem)) throw cause;
  await sink.problem(found.hint === undefined ? found.message : `${found.message}\n${found.hint}`);
  return { result: problemResult(work.call.tool, webProblemView(found)), failed: true, edited: null };
}

function problemResult(tool: WebWork["call"]["tool"], view: WebProblemView): WebResult {
  switch (tool) {
    case "http_request":
      return { tool, answer: view };
    case "fetch_page":
      return { tool, page: view };
    case "search_web":
      return { tool, found: view };
    case "download_file":
      return { tool, file: view };
  }
}
