import type { Grant } from "@gatehouse/core/grant/grant";
import type { Facts } from "@gatehouse/core/path/facts";
import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import type { SessionMode, ToolCall } from "@gatehouse/core/tool-call/tool-call";
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
};
