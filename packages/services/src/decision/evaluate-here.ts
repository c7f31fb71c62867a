import { type Facts, lexicalFacts } from "@gatehouse/core/path/facts";
import { pathsOf } from "@gatehouse/core/path/paths-of";
import { type ResolvedPath, resolvedPaths } from "@gatehouse/core/policy/cases/resolved-paths";
import { decide } from "@gatehouse/core/policy/decide";
import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { Policy } from "@gatehouse/core/policy/defaults";
import { explain } from "@gatehouse/core/policy/explain";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import type { ShellParser } from "@gatehouse/core/shell/parse";
import type { CommandCall, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { PolicyInForce } from "../policy/store.ts";
import type { Question } from "./evaluate.ts";

/** The functions of core with a parser in them, on the thread that calls them. */
export type EvaluateHere = {
  decide(question: Question): Decision;
  explain(call: ToolCall, reasons: readonly Reason[]): Explanation;
  pathsOf(call: ToolCall, policy: PolicyInForce): string[];
  resolvedPaths(call: CommandCall, policy: Policy, facts: Facts): ResolvedPath[];
};

export function evaluateHere(shell: ShellParser): EvaluateHere {
  return {
    decide: ({ call, mode, policy, grants, facts, script = null, digest, now }) =>
      decide({
        call,
        mode,
        policy: policy.document,
        grants,
        facts,
        script,
        shell,
        nowMs: now.getTime(),
        callDigest: digest,
      }),
    explain: (call, reasons) => explain({ call, reasons, shell }),
    pathsOf: (call, policy) => pathsOf(call, policy.document, lexicalFacts, shell),
    resolvedPaths: (call, policy, facts) => resolvedPaths(call, { policy, facts, shell }),
  };
}
