import { agentWorkspace } from "@gatehouse/core/path/facts";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";

/** run: without asking; ask: a click of whoever asked; pw: an approver's password for this call; no: refused. */
export type Word = "run" | "ask" | "pw" | "no";

/**
 * One cell of the matrix of verdicts. In every text `$O` is a directory outside home, `$G` one that can be granted,
 * `$URL` an address that policy exempts, `$CLOSED` one that it does not, and `$ID` a word of this cell's own. What is told of the effect is true after the call and not before.
 */
export type Cell = {
  title: string;
  call: ToolCall;
  safe: Word;
  auto: Word;
  /** of a refusal */
  code?: string;
  /** there before, by the path that the command sees; a text of `-> x` is a link */
  files?: Record<string, string>;
  /** a directory that was granted for writing in this session before */
  granted?: string;
  /** a file that was removed in this session before; in the call `$TRASH` is its id there */
  trashed?: string;
  exit?: number;
  output?: string;
  /** a file and what it holds; null: it is not there any more */
  leaves?: [path: string, text: string | null];
  /** requests that arrive at `$URL/$ID` */
  hits?: number;
};

export const work = agentWorkspace;
export const keep = "/home/agent/keep";
type More = { network?: boolean; write_paths?: string[]; sandbox?: boolean };
export const run = (argv: string[], more: More = {}): ToolCall => ({
  tool: "run_command",
  input: { argv, ...more },
});
export const sh = (script: string, more: More = {}): ToolCall => run(["bash", "-c", script], more);
