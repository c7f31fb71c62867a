import type { Grant } from "@gatehouse/core/grant/grant";
import type { Facts } from "@gatehouse/core/path/facts";
import type { CaseResult } from "@gatehouse/core/policy/cases/case-result";
import type { PolicyCase, TryInput } from "@gatehouse/core/policy/cases/policy-case";
import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import type { Tried } from "@gatehouse/core/policy/cases/try-call";
import type { Policy } from "@gatehouse/core/policy/defaults";
import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { ScriptFacts } from "@gatehouse/core/policy/script-rules";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import type { CommandCall, SessionMode, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { PolicyInForce } from "../policy/store.ts";

export type Question = {
  call: ToolCall;
  mode: SessionMode;
  policy: PolicyInForce;
  grants: readonly Grant[];
  facts: Facts;
  /** of a script tool's call, as the org has it now */
  script?: ScriptFacts | null | undefined;
  digest: string;
  now: Date;
};

/**
 * The one decision of core, with the parsers of this process already in it. A call that takes too long to read is
 * refused: its decision says so, its explanation has no tree, and its paths are null.
 */
export type Evaluate = {
  decide(question: Question): Promise<Decision>;
  /** the call as it was read, with the findings of a decision on it */
  explain(call: ToolCall, reasons: readonly Reason[]): Promise<Explanation>;
  /** every path a call names; what a host looks up before it decides */
  pathsOf(call: ToolCall, policy: PolicyInForce): Promise<string[] | null>;
  /** every program of a script that is static throughout; null for what is no script, or not static */
  scriptPrograms(call: CommandCall): Promise<readonly string[] | null>;
  /** where the paths of a call lead, by what is known of them, and what any policy says of those places */
  resolvedPaths(call: CommandCall, policy: Policy, facts: Facts): Promise<ResolvedPath[] | null>;
  /** the decision on names on a call that nobody asked for, under any policy */
  try(input: TryInput, policy: Policy): Promise<Tried>;
  runCases(cases: readonly PolicyCase[], policy: Policy): Promise<CaseResult[]>;
};
