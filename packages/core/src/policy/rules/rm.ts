import { isDenied } from "../../path/classify.ts";
import { isWithin, normalise } from "../../path/lexical.ts";
import { classify } from "../../path/classify.ts";
import { placeIn } from "../../shell/unfolded.ts";
import { rmOperands } from "../../tool-call/rm-operands.ts";
import type { Reason } from "../decision.ts";
import { allow, ask, deny } from "../reason.ts";
import type { Rule, RuleInput } from "../rule.ts";

/** `rm` as argv moves to the trash, graded by where each target lies; in scripts and behind wrappers it is refused. */
export const rm: Rule = (input) => {
  const reasons: Reason[] = [];
  if (input.call.input.argv[0] === "rm") reasons.push(...targets(input));
  for (const program of input.unfolded.programs) {
    if (reasons.length >= 40 && program.origin !== "argv") break;
    if (program.name === "rm" && program.origin !== "argv")
      reasons.push(inScript(placeIn(program.frame, program.words[0] ?? null)));
  }
  for (const { word, frame } of input.unfolded.suspects)
    if (word.value === "rm") reasons.push(inScript(placeIn(frame, word)));
  return reasons.slice(0, 200);
};

function inScript(place: Reason["place"]): Reason {
  return deny(
    "rm",
    "rm_in_script",
    "rm is refused in scripts and behind other programs, where nothing could be brought back",
    {
      place,
      hint: "call it by itself, ['rm', '<path>', …], which moves to the trash, or use edit_file with mode remove",
    },
  );
}

function targets(input: RuleInput): Reason[] {
  const { operands } = rmOperands(input.call.input.argv);
  if (operands.length === 0)
    return [
      deny("rm", "rm_target", "rm is given nothing to remove", {
        hint: "name the files: ['rm', '<path>', …]",
      }),
    ];
  return operands.map((operand) => target(operand, input));
}

function target(operand: string, { facts, lists, mode }: RuleInput): Reason {
  if (operand === "") return deny("rm", "rm_target", "rm is given an empty name");
  // No shell stands between: a tilde is a letter like any other.
  const { lexical, real, inHome, inWorkspace } = classify(
    operand.startsWith("~") ? `./${operand}` : operand,
    facts,
    true,
  );
  const kept = [facts.home, facts.workspace, ...(facts.roots ?? [])].map(normalise);
  if (kept.some((root) => isWithin(root, real) || isWithin(root, lexical))) {
    return deny("rm", "rm_target", "the root, home, the workspace and what holds them are never removed", {
      hint: "name what is inside",
    });
  }
  if (
    lists.deniedPaths.some((entry) => isWithin(entry, real)) ||
    isDenied(real, lists.deniedPaths) ||
    isDenied(lexical, lists.deniedPaths)
  ) {
    return deny("rm", "denied_path", "this path is denied by policy; no approval can change it");
  }
  const asked = { ask: { kind: "trash", path: real } as const };
  if (!inHome && !inWorkspace)
    return ask("rm", "rm_trash", `moves ${real} to the trash, outside home`, {
      strength: "password",
      ...asked,
    });
  if (!inWorkspace)
    return ask("rm", "rm_trash", `moves ${real} to the trash, outside the workspace`, {
      strength: "confirm",
      ...asked,
    });
  if (mode === "safe")
    return ask("rm", "rm_trash", `moves ${real} to the trash`, { strength: "confirm", ...asked });
  return allow("rm", `moves ${real} to the trash`);
}
