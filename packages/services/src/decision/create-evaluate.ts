import { setImmediate } from "node:timers/promises";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import { type CaseResult, caseResult } from "@gatehouse/core/policy/cases/case-result";
import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import { triedCall } from "@gatehouse/core/policy/cases/try-call";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import { isCommandCall, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { loadShell, shellWasm } from "../shell.ts";
import type { Evaluate } from "./evaluate.ts";
import { evaluateHere } from "./evaluate-here.ts";
import type { GuardAnswer } from "./guard-job.ts";
import { createGuardPool } from "./guard-pool.ts";
import { threadSource } from "./thread-source.ts";
import { staticPrograms } from "@gatehouse/core/grant/static-programs";
import { tooLongToRead } from "./too-long.ts";

/** UTF-16 units of argv and write paths up to which a call is read on the event loop: reading so little is quick whatever it holds. */
export const smallCall = 1024;
/** What reading a larger call may take before its thread is ended. */
const deadlineMs = 5000;

export type EvaluateOptions = {
  /** where a bundle keeps its copies of the wasm files and of the thread */
  directory?: string | undefined;
  deadlineMs?: number;
};

/** Loads the parsers once a process. Small calls are answered at once, larger ones in a thread with a hard deadline. */
export async function createEvaluate(
  options: EvaluateOptions = {},
): Promise<Evaluate & { close(): Promise<void> }> {
  const shell = await loadShell(options.directory);
  const here = evaluateHere(shell);
  const source = await threadSource(options.directory);
  const wasm = await shellWasm(options.directory);
  const pool = createGuardPool(source, wasm, options.deadlineMs ?? deadlineMs);
  const decide: Evaluate["decide"] = async (question) =>
    isSmall(question.call)
      ? here.decide(question)
      : ((await pool.ask({ kind: "decide", question }, decisionOf)) ?? tooLongToRead());
  const tryOne: Evaluate["try"] = async (input, policy) => {
    const tried = triedCall(input);
    const decision = await decide({
      ...tried,
      mode: input.mode,
      policy: { number: 0, document: policy },
      facts: lexicalFacts,
      digest: "",
      now: new Date(0),
    });
    return { ...tried, decision };
  };
  return {
    decide,
    explain: async (call, reasons) =>
      isSmall(call)
        ? here.explain(call, reasons)
        : ((await pool.ask({ kind: "explain", call, reasons }, explanationOf)) ?? {
            nodes: [],
            more: 0,
            findings: reasons.map((reason) => ({ ...reason, node: null })),
          }),
    pathsOf: async (call, policy) =>
      isSmall(call) ? here.pathsOf(call, policy) : pool.ask({ kind: "paths", call, policy }, pathsOfAnswer),
    scriptPrograms: async (call) => (isSmall(call) ? staticPrograms(call, shell) : null),
    resolvedPaths: async (call, policy, facts) =>
      isSmall(call)
        ? here.resolvedPaths(call, policy, facts)
        : pool.ask({ kind: "resolved", call, policy, facts }, resolvedOf),
    try: tryOne,
    async runCases(cases, policy) {
      const results: CaseResult[] = [];
      for (const item of cases) {
        results.push(caseResult(item, (await tryOne(item, policy)).decision));
        await setImmediate(); // an org's cases are many, and the requests of others stand between them
      }
      return results;
    },
    close: () => pool.close(),
  };
}

const decisionOf = (answer: GuardAnswer): Decision | null => (answer.kind === "decide" ? answer.value : null);
const explanationOf = (answer: GuardAnswer): Explanation | null =>
  answer.kind === "explain" ? answer.value : null;
const pathsOfAnswer = (answer: GuardAnswer): string[] | null =>
  answer.kind === "paths" ? answer.value : null;
const resolvedOf = (answer: GuardAnswer): ResolvedPath[] | null =>
  answer.kind === "resolved" ? answer.value : null;

function isSmall(call: ToolCall): boolean {
  if (!isCommandCall(call)) return true;
  let length = 0;
  for (const word of [...call.input.argv, ...(call.input.write_paths ?? [])]) length += word.length + 1;
  return length <= smallCall;
}
