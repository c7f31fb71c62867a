import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { PolicyInForce } from "../policy/store.ts";
import type { Question } from "./evaluate.ts";

/** What is asked of the guard's thread, and what it answers. */
export type GuardJob =
  | { kind: "decide"; question: Question }
  | { kind: "explain"; call: ToolCall; reasons: readonly Reason[] }
  | { kind: "paths"; call: ToolCall; policy: PolicyInForce };

export type GuardAnswer =
  | { kind: "decide"; value: Decision }
  | { kind: "explain"; value: Explanation }
  | { kind: "paths"; value: string[] };

export type GuardThreadData = { runtimeWasm: Uint8Array; bashWasm: Uint8Array };
