import type { ShellParser } from "../shell/parse.ts";
import { unfold } from "../shell/unfold.ts";
import type { Unfolded } from "../shell/unfolded.ts";
import type { CommandCall } from "../tool-call/tool-call.ts";
import { tables } from "./defaults.ts";
import { shapeProblem } from "./shape.ts";

const nothing: Unfolded = { programs: [], frames: [], settings: [], issues: [], suspects: [] };
const known = new WeakMap<CommandCall, { shell: ShellParser; unfolded: Unfolded }>();

/** Unfolds a call once; its input is frozen. Argv that could not be executed as it stands is not looked into. */
export function unfoldCall(call: CommandCall, shell: ShellParser, deadlineMs: number): Unfolded {
  const before = known.get(call);
  if (before !== undefined && before.shell === shell) return before.unfolded;
  const { argv } = call.input;
  if (shapeProblem(argv) !== null) return nothing;
  const behindSudo = argv[0] === "sudo";
  const unfolded = unfold({
    argv: behindSudo ? argv.slice(1) : argv,
    before: behindSudo ? 1 : 0,
    tables,
    shell,
    deadlineMs,
  });
  known.set(call, { shell, unfolded });
  return unfolded;
}
