import { lexicalFacts } from "@gatehouse/core/path/facts";
import { pathsOf } from "@gatehouse/core/path/paths-of";
import { decide } from "@gatehouse/core/policy/decide";
import { runCase } from "@gatehouse/core/policy/cases/run-cases";
import { resolvedPaths } from "@gatehouse/core/policy/cases/resolved-paths";
import { tryCall } from "@gatehouse/core/policy/cases/try-call";
import { explain } from "@gatehouse/core/policy/explain";
import { loadShell } from "../shell.ts";
import type { Evaluate } from "./evaluate.ts";

/** Loads the parsers once a process; `wasmDirectory` is where a bundle keeps its copies of them. */
export async function createEvaluate(wasmDirectory?: string): Promise<Evaluate> {
  const shell = await loadShell(wasmDirectory);
  return {
    decide: ({ call, mode, policy, grants, facts, digest, now }) =>
      decide({
        call,
        mode,
        policy: policy.document,
        grants,
        facts,
        shell,
        nowMs: now.getTime(),
        callDigest: digest,
      }),
    explain: (call, reasons) => explain({ call, reasons, shell }),
    resolvedPaths: (call, policy) => resolvedPaths(call, { policy, facts: lexicalFacts, shell }),
    try: (input, policy) => tryCall(input, { policy, shell }),
    runCases: (cases, policy) => cases.map((item) => runCase(item, policy, shell)),
    pathsOf: (call, policy) => pathsOf(call, policy.document, lexicalFacts, shell),
  };
}
