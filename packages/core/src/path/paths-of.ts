import type { Policy } from "../policy/defaults.ts";
import { pathUses } from "../policy/path-uses.ts";
import { unfoldCall } from "../policy/unfold-call.ts";
import type { ShellParser } from "../shell/parse.ts";
import { type CommandCall, isCommandCall, type ToolCall } from "../tool-call/tool-call.ts";
import { dirname } from "./lexical.ts";
import { fileUses, isPathCall } from "./file-paths.ts";
import type { Facts } from "./facts.ts";
import { absolute } from "./resolve.ts";

const mostPaths = 4000;
const deadlineMs = 1000;

/**
 * The absolute lexical paths, in the sandbox's view, whose link state and existence a worker looks up to build
 * resolved facts; parents are included, since any of them may be a link. Bounded: past the bound facts stay lexical.
 */
export function pathsOf(call: ToolCall, _policy: Policy, facts: Facts, shell: ShellParser): string[] {
  const named = namedPaths(call, shell);
  const paths = new Set<string>();
  for (const text of named) {
    if (text === "" || text.length > 4096 || text.includes("\0")) continue;
    const unknown = text.indexOf("\u0001");
    const known = unknown < 0 ? text : text.slice(0, text.lastIndexOf("/", unknown) + 1);
    for (let path = absolute(known, facts); path !== "/" && !paths.has(path); path = dirname(path)) {
      if (paths.size >= mostPaths) return [...paths];
      paths.add(path);
    }
  }
  return [...paths];
}

function namedPaths(call: ToolCall, shell: ShellParser): string[] {
  if (isCommandCall(call)) return commandPaths(call, shell);
  return isPathCall(call) ? fileUses(call).map((use) => use.path) : [];
}

function commandPaths(call: CommandCall, shell: ShellParser): string[] {
  const texts = pathUses(unfoldCall(call, shell, deadlineMs)).map((use) => use.text);
  return [...texts, ...call.input.argv.slice(1), ...(call.input.write_paths ?? [])];
}
