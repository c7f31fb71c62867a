import { isDenied, isSensitive } from "../../path/classify.ts";
import { isWithin, normalise } from "../../path/lexical.ts";
import { realPath } from "../../path/resolve.ts";
import type { Reason } from "../decision.ts";
import { ask, deny } from "../reason.ts";
import type { Rule, RuleInput } from "../rule.ts";

const never = [
  "/tmp",
  "/proc",
  "/dev",
  "/sys",
  "/run",
  "/boot",
  "/home",
  "/root",
  "/var/run",
  "/var/tmp",
  "/var/lib/docker",
];

/** `write_paths`: absolute, below a root that policy opens, asked for with the password until granted. */
export const writePath: Rule = (input) => {
  const { sandbox, write_paths: wanted } = input.call.input;
  if (sandbox === false || wanted === undefined) return [];
  return wanted.flatMap((path) => judge(path, input));
};

function judge(path: string, { facts, lists }: RuleInput): Reason[] {
  if (!path.startsWith("/") || path.includes("\0") || !path.isWellFormed())
    return [deny("write-path", "write_path_not_absolute", "an entry of write_paths is not an absolute path")];
  const lexical = normalise(path);
  const real = realPath(path, facts);
  if (isDenied(real, lists.deniedPaths) || isDenied(lexical, lists.deniedPaths))
    return [deny("write-path", "denied_path", "this path is denied by policy; no approval can change it")];
  if (lists.deniedPaths.some((entry) => isWithin(entry, real)))
    return [deny("write-path", "denied_path", "this directory holds a path that is denied by policy")];
  if (isWithin(real, facts.home) && real !== normalise(facts.home))
    return sensitiveInHome(real, lists.sensitive);
  const closed =
    real === "/" || never.some((entry) => isWithin(real, entry)) || isWithin(normalise(facts.home), real);
  if (closed || !lists.writable.some((root) => isWithin(real, root))) {
    return [
      deny("write-path", "write_path_not_grantable", "writing there can never be granted", {
        hint: "write below the workspace, and move the result later",
      }),
    ];
  }
  if (facts.kind === "resolved" && !facts.existing.includes(real) && !facts.existing.includes(lexical)) {
    return [
      deny("write-path", "write_path_missing", "an entry of write_paths does not exist", {
        hint: "name the nearest directory that exists",
      }),
    ];
  }
  return [
    ask("write-path", "outside_readable", `wants to write to ${real}, outside home`, {
      strength: "password",
      ask: { kind: "write_path", path: real },
    }),
  ];
}

function sensitiveInHome(real: string, lists: RuleInput["lists"]["sensitive"]): Reason[] {
  if (!isSensitive(real, lists)) return [];
  return [
    ask(
      "write-path",
      "sensitive_path",
      `wants to write to ${real}, which may hold credentials or start-up code`,
      { strength: "confirm", ask: { kind: "write_path", path: real } },
    ),
  ];
}
