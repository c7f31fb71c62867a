import { classify } from "../../path/classify.ts";
import { isWithin, normalise } from "../../path/lexical.ts";
import type { Facts } from "../../path/facts.ts";
import type { Word } from "../../shell/ast.ts";
import { downloadsIntoInterpreter } from "../download.ts";
import { forkBomb } from "../fork-bomb.ts";
import { own } from "../../shell/own.ts";
import { placeIn, type Program } from "../../shell/unfolded.ts";
import { tables } from "../defaults.ts";
import { ownPattern } from "../own-pattern.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule, RuleInput } from "../rule.ts";

/** What is irreversible whoever asks for it, on for every org: named patterns over the unfolded call. */
export const dangerousPattern: Rule = (input) => {
  const { unfolded, policy, facts } = input;
  const reasons: Reason[] = [];
  for (const program of unfolded.programs) {
    const name = patternOf(program, facts) ?? ownPattern(program, policy.dangerous_pattern);
    if (name !== null) reasons.push(refused(name, placeIn(program.frame, program.words[0] ?? null)));
  }
  for (const frame of unfolded.frames) {
    for (const redirect of frame.script.redirects) {
      if (redirect.operator.includes(">") && redirect.target !== null && isDevice(redirect.target.outline))
        reasons.push(refused("writing to a device", placeIn(frame, redirect)));
    }
    const bomb = forkBomb(frame.script);
    if (bomb !== null)
      reasons.push(refused("a function that multiplies itself without end", placeIn(frame, bomb)));
  }
  const download = downloadsIntoInterpreter(unfolded.programs, tables);
  if (download !== null)
    reasons.push(
      refused(
        "running what a download prints",
        placeIn(download.frame, download.words[0] ?? null),
        "download to a file, read it, then run the file",
      ),
    );
  if (deletesRoot(input)) reasons.push(refused("deleting the root or a home"));
  return reasons.slice(0, 40);
};

function refused(what: string, place?: Reason["place"], hint?: string): Reason {
  return deny("dangerous-pattern", "dangerous_pattern", `refused for every org: ${what}`, {
    place,
    hint: hint ?? "no approval can change it; do it another way",
  });
}

function patternOf(program: Program, facts: Facts): string | null {
  const { dangerous } = tables;
  const { name, words } = program;
  if (dangerous.power.includes(name)) return informs(words) ? null : "power off or reboot";
  const power = own(dangerous.power_argument, name);
  if (power !== undefined) {
    const operand = words.slice(1).find((word) => word.value?.startsWith("-") !== true);
    if (operand?.value !== null && operand !== undefined && power.includes(operand.value))
      return "power off or reboot";
  }
  if (dangerous.format.includes(name) || dangerous.format_prefix.some((prefix) => name.startsWith(prefix))) {
    if (
      !words.some((word) => dangerous.format_reading.includes(word.value ?? "")) &&
      words.slice(1).some((word) => isDevice(word.outline))
    )
      return "formatting a disk";
  }
  if (own(dangerous.device_writer, name) !== undefined && writesDevice(program)) return "writing to a device";
  if (dangerous.permission.includes(name) && changesRoot(words, facts))
    return "changing permissions of the root or a home and all below";
  return null;
}

function informs(words: readonly Word[]): boolean {
  return (
    words.length > 1 &&
    words
      .slice(1)
      .every((word) => ["--help", "--version", "-h", "-V", "--show", "-c"].includes(word.value ?? ""))
  );
}

export function isDevice(text: string): boolean {
  if (!text.startsWith("/")) return false;
  const path = normalise(text.slice(0, 512));
  return tables.dangerous.block_device.some(
    (prefix) => path.startsWith(prefix) || path === prefix.replace(/\/$/, ""),
  );
}

function writesDevice({ name, words }: Program): boolean {
  const prefixes = own(tables.dangerous.device_writer, name) ?? [];
  const args = words.slice(1).map((word) => word.outline);
  if (prefixes.length > 0)
    return args.some((text) =>
      prefixes.some((prefix) => text.startsWith(prefix) && isDevice(text.slice(prefix.length))),
    );
  const operands = args.filter((text) => !text.startsWith("-"));
  if (name === "tee" || name === "shred" || name === "truncate" || name === "badblocks")
    return operands.some(isDevice);
  return isDevice(operands.at(-1) ?? "");
}

function changesRoot(words: readonly Word[], facts: Facts): boolean {
  const args = words.slice(1);
  const recursive = args.some(
    (word) =>
      word.value !== null &&
      (/^-[a-zA-Z]*R/.test(word.value) || (word.value.length > 3 && "--recursive".startsWith(word.value))),
  );
  return recursive && args.some((word) => rootOrHome(word.outline, facts));
}

/** The root, home, or what holds home; with or without `/*` behind it. */
function rootOrHome(text: string, facts: Facts): boolean {
  if (text === "" || text.startsWith("-") || text.includes("\u0001")) return false;
  if (!/^[/~.]/.test(text)) return false;
  const bare = text.replace(/\/(?:\{?[.*]+\}?)$/, "") || "/";
  const target = text.endsWith("/..") || text === ".." ? text : bare;
  return isWithin(normalise(facts.home), classify(target, facts).real);
}

function deletesRoot({ call, facts }: RuleInput): boolean {
  const [first, second, ...rest] = call.input.argv;
  if (first !== "sudo" || second !== "rm") return false;
  return rest.some((word) => rootOrHome(word, facts));
}
