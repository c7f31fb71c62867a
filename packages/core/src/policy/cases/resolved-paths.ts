import { classify, isDenied, isSensitive } from "../../path/classify.ts";
import type { Facts } from "../../path/facts.ts";
import { isWithin } from "../../path/lexical.ts";
import type { ShellParser } from "../../shell/parse.ts";
import type { CommandCall } from "../../tool-call/tool-call.ts";
import { compiled } from "../compiled.ts";
import type { Policy } from "../defaults.ts";
import { pathUses } from "../path-uses.ts";
import { unfoldCall } from "../unfold-call.ts";

export type ResolvedPath = {
  /** as the call names it; a part that only the running shell knows is an ellipsis */
  text: string;
  path: string;
  access: "read" | "write";
  place: "workspace" | "home" | "outside";
  /** through a link that is known */
  linked: boolean;
  /** null where nobody looked, or a part is not known */
  exists: boolean | null;
  /** what the policy says of it */
  marks: ("denied" | "sensitive" | "readable" | "writable")[];
};

const most = 200;

function isKnown(path: string, facts: Facts): boolean {
  return path === facts.home || path === facts.workspace || facts.existing.includes(path);
}

/** Every text of a call that may be a path, with where it leads and what a policy says of that place. */
export function resolvedPaths(
  call: CommandCall,
  { policy, facts, shell }: { policy: Policy; facts: Facts; shell: ShellParser },
): ResolvedPath[] {
  const lists = compiled(policy, facts.home);
  const uses = [
    ...pathUses(unfoldCall(call, shell, 1000)).map(({ text, write }) => ({ text, write })),
    ...(call.input.write_paths ?? []).map((text) => ({ text, write: true })),
  ];
  const seen = new Map<string, ResolvedPath>();
  for (const { text, write } of uses) {
    const key = `${write} ${text}`;
    if (seen.has(key) || seen.size >= most || (text.startsWith("-") && !text.includes("/"))) continue;
    const { lexical, real, partial, inHome, inWorkspace } = classify(text, facts);
    const marks: ResolvedPath["marks"] = [];
    if (isDenied(real, lists.deniedPaths) || isDenied(lexical, lists.deniedPaths)) marks.push("denied");
    if (isSensitive(real, lists.sensitive) || isSensitive(lexical, lists.sensitive)) marks.push("sensitive");
    const within = (roots: readonly string[]): boolean => roots.some((root) => isWithin(real, root));
    if (!inHome && !write && within(lists.readable)) marks.push("readable");
    if (!inHome && write && within(lists.writable)) marks.push("writable");
    seen.set(key, {
      text: text.replaceAll("\u0001", "…"),
      path: real,
      access: write ? "write" : "read",
      place: inWorkspace ? "workspace" : inHome ? "home" : "outside",
      linked: real !== lexical,
      exists: facts.kind === "lexical" || partial ? null : isKnown(real, facts) || isKnown(lexical, facts),
      marks,
    });
  }
  return [...seen.values()];
}
