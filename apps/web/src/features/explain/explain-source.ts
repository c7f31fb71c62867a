import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";

/** What is explained: a call that is still being written, or one on record. */
export type ExplainSource =
  | { kind: "written"; sessionId: string; input: RunCommandInput }
  | { kind: "recorded"; id: string };
