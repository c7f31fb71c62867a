/** The thread in which patterns and documents that somebody else wrote are worked on. It is ended at its deadline. */
import { parentPort } from "node:worker_threads";
import type { ThreadAnswer, ThreadJob } from "./thread-pool.ts";
import { FileProblem, problemOf } from "./file-problem.ts";
import { find } from "./find.ts";
import { pdfText } from "./pdf-text.ts";

async function answer(job: ThreadJob): Promise<ThreadAnswer> {
  try {
    if (job.kind === "find") return { ok: true, value: find(job.query) };
    if (job.kind === "pdf") return { ok: true, value: await pdfText(job.bytes) };
    const { pageText } = await import("./page-text.ts"); // read once a page is wanted
    return { ok: true, value: pageText(job.html, job.url) };
  } catch (cause) {
    return { ok: false, problem: sentence(job, cause) };
  }
}

function sentence(job: ThreadJob, cause: unknown): string {
  if (cause instanceof FileProblem) return cause.message;
  const said = cause instanceof Error ? cause.message : String(cause);
  if (job.kind === "page") return `this page cannot be read: ${said}`;
  if (job.kind === "pdf") return `this PDF cannot be read: ${said}`;
  return (cause as NodeJS.ErrnoException | null)?.code === undefined ? said : problemOf(cause).message;
}

const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");
port.on("message", (job: ThreadJob) => void answer(job).then((value) => port.postMessage(value)));
