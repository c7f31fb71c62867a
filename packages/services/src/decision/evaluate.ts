import type { Grant } from "@gatehouse/core/grant/grant";
import type { Facts } from "@gatehouse/core/path/facts";
import type { Decision } from "@gatehouse/core/policy/decision";
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

/** The one decision of core, with the parsers and the shipped defaults of this process already in it. */
export type Evaluate = {
  decide(question: Question): Decision;
  /** every path the call names, as the rules will look at them; what a host must know before it decides */
  pathsOf(call: ToolCall, facts: Facts): readonly string[];
  defaultsDigest: string;
};
