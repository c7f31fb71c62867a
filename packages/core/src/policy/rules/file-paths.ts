import { classify, isDenied, isSensitive, type PathClass } from "../../path/classify.ts";
import { type FileUse, fileUses } from "../../path/file-paths.ts";
import { isWithin, normalise } from "../../path/lexical.ts";
import type { Ask, AskStrength, Reason } from "../decision.ts";
import type { FileRule, FileRuleInput } from "../file-rule.ts";
import { ask, deny } from "../reason.ts";

/**
 * Where a file tool may go: denied paths are refused, sensitive ones and those outside home ask, and what policy calls
 * readable is read without asking. Judged on the name and on what it really leads to; the stricter counts.
 */
export const filePaths: FileRule = (input) => fileUses(input.call).flatMap((use) => judge(use, input));

function judge(use: FileUse, input: FileRuleInput): Reason[] {
  const { facts, lists } = input;
  const place = classify(use.path, facts, use.keepLast);
  const { lexical, real } = place;
  if (isDenied(lexical, lists.deniedPaths) || isDenied(real, lists.deniedPaths))
    return [deny("file-paths", "denied_path", "this path is denied by policy; no approval can change it")];
  if (use.access === "write" && isKept(place, input))
    return [
      deny("file-paths", "file_target", "home, the workspace and what holds them are no files of a session", {
        hint: "name a file inside",
      }),
    ];
  if (movesWhole(input) && lists.deniedPaths.some((entry) => isWithin(entry, real)))
    return [deny("file-paths", "denied_path", "this directory holds a path that is denied by policy")];
  return asks(use, place, input);
}

function asks(
  use: FileUse,
  { lexical, real, inHome, inWorkspace }: PathClass,
  input: FileRuleInput,
): Reason[] {
  const { lists } = input;
  const inside = inHome || inWorkspace;
  const sensitive = isSensitive(lexical, lists.sensitive) || isSensitive(real, lists.sensitive);
  const strength: AskStrength = inside ? "confirm" : "password";
  const permits: Ask = { kind: use.access === "write" ? "write_path" : "read_path", path: real };
  const verb = use.access === "write" ? "changes" : "reads";
  if (sensitive)
    return [
      ask("file-paths", "sensitive_path", `${verb} ${real}, which may hold credentials or start-up code`, {
        strength,
        hint: "go on without it if you can",
        ask: permits,
      }),
    ];
  if (inside) return [];
  if (use.access === "read" && lists.readable.some((root) => isWithin(real, root))) return [];
  return [ask("file-paths", "outside_readable", `${verb} ${real}, outside home`, { strength, ask: permits })];
}

/** A directory that is moved as a whole takes with it whatever is below. */
function movesWhole({ call }: FileRuleInput): boolean {
  return call.tool === "edit_file" && ["remove", "restore", "undo"].includes(call.input.mode);
}

function isKept({ lexical, real }: PathClass, { facts }: FileRuleInput): boolean {
  const kept = [facts.home, facts.workspace, ...(facts.roots ?? [])].map(normalise);
  return kept.some((root) => isWithin(root, real) || isWithin(root, lexical));
}
