import type { Facts } from "@gatehouse/core/path/facts";
import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { Policy } from "@gatehouse/core/policy/defaults";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import type { CommandCall, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { PolicyInForce } from "../policy/store.ts";
import type { Question } from "./evaluate.ts";

/** What is asked of the guard's thread, and what it answers. */
export type GuardJob =
  | { kind: "decide"; question: Question }
  | { kind: "explain"; call: ToolCall; reasons: readonly Reason[] }
  | { kind: "paths"; call: ToolCall; policy: PolicyInForce }
  | { kind: "resolved"; call: CommandCall; policy: Policy; facts: Facts };

export type GuardAnswer =
  | { kind: "decide"; value: Decision }
  | { kind: "explain"; value: Explanation }
  | { kind: "paths"; value: string[] }
  | { kind: "resolved"; value: ResolvedPath[] };

export type GuardThreadData = { runtimeWasm: Uint8Array; bashWasm: Uint8Array };
