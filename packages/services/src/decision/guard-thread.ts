/** The thread that reads calls too large for an event loop. It is started by `guard-pool.ts` and ended at its deadline. */
import { parentPort, workerData } from "node:worker_threads";
import { loadShellParser } from "@gatehouse/core/shell/parse";
import { evaluateHere } from "./evaluate-here.ts";
import type { GuardAnswer, GuardJob, GuardThreadData } from "./guard-job.ts";

const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");
const { runtimeWasm, bashWasm } = workerData as GuardThreadData;
const shell = loadShellParser({ runtimeWasm, bashWasm, now: () => performance.now() });

async function answer(job: GuardJob): Promise<GuardAnswer> {
  const here = evaluateHere(await shell);
  switch (job.kind) {
    case "decide":
      return { kind: "decide", value: here.decide(job.question) };
    case "explain":
      return { kind: "explain", value: here.explain(job.call, job.reasons) };
    case "paths":
      return { kind: "paths", value: here.pathsOf(job.call, job.policy) };
    case "resolved":
      return { kind: "resolved", value: here.resolvedPaths(job.call, job.policy, job.facts) };
  }
}

// What is thrown ends the thread, and its caller answers with a refusal.
port.on("message", (job: GuardJob) => void answer(job).then((value) => port.postMessage(value)));
