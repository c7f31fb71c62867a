import type { Grant } from "../grant/grant.ts";
import type { Facts } from "../path/facts.ts";
import type { ShellParser } from "../shell/parse.ts";
import type { SessionMode, ToolCall } from "../tool-call/tool-call.ts";
import type { Policy } from "./defaults.ts";
import type { ScriptFacts } from "./script-rules.ts";

export type DecideInput = {
  call: ToolCall;
  mode: SessionMode;
  policy: Policy;
  /** live grants of the session; an expired one answers nothing */
  grants: readonly Grant[];
  facts: Facts;
  /** of a script tool's call; null or absent where the org has none of that name */
  script?: ScriptFacts | null;
  shell: ShellParser;
  /** the present, for grants that expire */
  nowMs: number;
  /** digest of the call over `digestInput`, for grants that answer one exact call */
  callDigest?: string;
  /** how long one script may take to parse; what takes longer is refused */
  deadlineMs?: number;
};
