import type { Grant } from "@gatehouse/core/grant/grant";
import type { Facts } from "@gatehouse/core/path/facts";
import type { CaseResult } from "@gatehouse/core/policy/cases/run-cases";
import type { PolicyCase, TryInput } from "@gatehouse/core/policy/cases/policy-case";
import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import type { Tried } from "@gatehouse/core/policy/cases/try-call";
import type { Policy } from "@gatehouse/core/policy/defaults";
import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import type { CommandCall, SessionMode, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { PolicyInForce } from "../policy/store.ts";

export type Question = {
  call: ToolCall;
  mode: SessionMode;
  policy: PolicyInForce;
  grants: readonly Grant[];
  facts: Facts;
  digest: string;
  now: Date;
};

/** The one decision of core, with the parsers of this process already in it. */
export type Evaluate = {
  decide(question: Question): Decision;
  /** the call as it was read, with the findings of a decision on it */
  explain(call: ToolCall, reasons: readonly Reason[]): Explanation;
  /** every path a call names; what a host looks up before it decides */
  pathsOf(call: ToolCall, policy: PolicyInForce): string[];
  /** a call that nobody asked for, under any policy */
  resolvedPaths(call: CommandCall, policy: Policy): ResolvedPath[];
  try(input: TryInput, policy: Policy): Tried;
  runCases(cases: readonly PolicyCase[], policy: Policy): CaseResult[];
};
