import { Worker } from "node:worker_threads";
import type { FoundQuery } from "@gatehouse/core/contracts/files";
import { FileProblem } from "./file-problem.ts";
import type { FindQuery } from "./find.ts";
import type { PageText } from "./page-text.ts";
import type { PdfText } from "./pdf-text.ts";

export type ThreadJob =
  | { kind: "find"; query: FindQuery }
  | { kind: "pdf"; bytes: Uint8Array }
  | { kind: "page"; html: string; url: string };
export type ThreadAnswer =
  | { ok: true; value: FoundQuery | PdfText | PageText }
  | { ok: false; problem: string };

/** What one query or one document may take before its thread is ended. */
export const findDeadlineMs = 20_000;
export const pdfDeadlineMs = 30_000;
export const pageDeadlineMs = 30_000;
const memoryMb = 512;

export type ThreadPool = {
  find(query: FindQuery, signal: AbortSignal): Promise<FoundQuery>;
  pdf(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText>;
  page(page: { html: string; url: string }, signal: AbortSignal): Promise<PageText>;
  close(): Promise<void>;
};

type Limits = { findMs?: number; pdfMs?: number; pageMs?: number };

/** A thread for each job at the same time, kept for the next one; a slow job holds up nobody else's. */
export function createThreadPool(file: () => Promise<string>, limits: Limits = {}): ThreadPool {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const start = async (): Promise<Worker> => {
    const worker = new Worker(await file(), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.unref();
    all.add(worker);
    worker.once("exit", () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  };
  const run = async (
    job: ThreadJob,
    of: { ms: number; late: string; signal: AbortSignal },
  ): Promise<unknown> => {
    const worker = idle.pop() ?? (await start());
    const answer = await ask(worker, job, of);
    if (idle.length < 2) idle.push(worker);
    else await worker.terminate();
    if (!answer.ok) throw new FileProblem("invalid", answer.problem);
    return answer.value;
  };
  return {
    find: async (query, signal) =>
      (await run(
        { kind: "find", query },
        {
          ms: limits.findMs ?? findDeadlineMs,
          late: "this took too long: narrow the directory or the pattern",
          signal,
        },
      )) as FoundQuery,
    pdf: async (bytes, signal) =>
      (await run(
        { kind: "pdf", bytes },
        { ms: limits.pdfMs ?? pdfDeadlineMs, late: "reading this PDF took too long", signal },
      )) as PdfText,
    page: async (page, signal) =>
      (await run(
        { kind: "page", ...page },
        { ms: limits.pageMs ?? pageDeadlineMs, late: "reading this page took too long", signal },
      )) as PageText,
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** One answer, or the end of the thread: at the deadline, when the caller is no longer interested, or by itself. */
async function ask(
  worker: Worker,
  job: ThreadJob,
  of: { ms: number; late: string; signal: AbortSignal },
): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      of.signal.removeEventListener("abort", onAbort);
      worker.removeAllListeners("message");
      worker.removeListener("exit", onExit);
      worker.removeListener("error", onError);
      end();
    };
    const stop = (problem: string): void =>
      settle(() => {
        void worker.terminate();
        reject(new FileProblem("invalid", problem));
      });
    const onAbort = (): void => stop("cancelled");
    const onExit = (): void =>
      settle(() => reject(new FileProblem("invalid", "its work ended before its time")));
    const onError = (error: Error): void =>
      settle(() => reject(new FileProblem("invalid", `it could not be worked on: ${error.message}`)));
    const timer = setTimeout(() => stop(of.late), of.ms);
    of.signal.addEventListener("abort", onAbort, { once: true });
    worker.once("exit", onExit);
    worker.once("error", onError);
    worker.once("message", (answer: ThreadAnswer) => settle(() => resolve(answer)));
    worker.postMessage(job);
    if (of.signal.aborted) onAbort();
  });
}
