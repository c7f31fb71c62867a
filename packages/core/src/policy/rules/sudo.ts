import { placeIn } from "../../shell/unfolded.ts";
import type { Reason } from "../decision.ts";
import { ask, deny } from "../reason.ts";
import type { Rule, RuleInput } from "../rule.ts";
import { isBareName } from "../shape.ts";

const switchers = new Set(["sudo", "sudoedit", "su", "sudo-rs", "su-rs", "doas", "pkexec", "run0"]);

/** `['sudo', '<binary>', …]` outermost, without flags, asks for the password each time; everywhere else it is refused. */
export const sudo: Rule = (input) => {
  const { call, unfolded } = input;
  const { argv } = call.input;
  const reasons: Reason[] = [];
  if (argv[0] === "su" || argv[0] === "su-rs")
    reasons.push(
      deny("sudo", "su_not_allowed", "su is refused: nobody becomes another account here", {
        hint: "use ['sudo', '<binary>', …] where the org allows it",
      }),
    );
  else if (argv[0] === "sudo") reasons.push(outermost(input));
  else if (switchers.has(argv[0] ?? ""))
    reasons.push(
      deny("sudo", "sudo_form", `${argv[0] ?? ""} is refused`, { hint: "use ['sudo', '<binary>', …]" }),
    );
  for (const program of unfolded.programs) {
    if (reasons.length >= 40) break;
    if (program.origin === "argv" || !switchers.has(program.name)) continue;
    reasons.push(inside(program.name, placeIn(program.frame, program.words[0] ?? null)));
  }
  for (const { word, frame } of unfolded.suspects)
    if (switchers.has(word.value ?? "")) reasons.push(inside(word.value ?? "", placeIn(frame, word)));
  return reasons.slice(0, 40);
};

function inside(name: string, place: Reason["place"]): Reason {
  if (name.startsWith("su") && !name.startsWith("sudo"))
    return deny("sudo", "su_not_allowed", "su is refused in scripts and behind other programs", { place });
  return deny("sudo", "sudo_in_script", `${name} is refused in scripts and behind other programs`, {
    place,
    hint: "call it outermost: ['sudo', '<binary>', …]",
  });
}

function outermost({ call, policy, lists }: RuleInput): Reason {
  const target = call.input.argv[1];
  const form = "write ['sudo', '<binary>', …] with a bare program name and no flags of sudo";
  if (target === undefined || target === "")
    return deny("sudo", "sudo_form", "sudo is given no program", { hint: form });
  if (target.startsWith("-")) return deny("sudo", "sudo_form", "flags of sudo are refused", { hint: form });
  if (!isBareName(target))
    return deny("sudo", "sudo_form", "the program after sudo must be a bare name", { hint: form });
  if (switchers.has(target)) return deny("sudo", "sudo_form", "sudo and su are not nested", { hint: form });
  if (lists.denied.has(target))
    return deny(
      "sudo",
      "sudo_denied_target",
      `${target} is denied by policy, behind sudo too; no approval can change it`,
    );
  if (!policy.elevation)
    return deny("sudo", "elevation_off", "sudo is off for this org until an admin turns elevation on", {
      hint: "do it without root, or report what needs root",
    });
  return ask("sudo", "sudo_wanted", `sudo: ${shown(call.input.argv.slice(1))}`, {
    strength: "password",
    hint: "it runs as root, outside the sandbox, in a directory whose files the agent wrote",
    ask: { kind: "sudo", binary: target },
  });
}

function shown(words: readonly string[]): string {
  const text = words.join(" ");
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
