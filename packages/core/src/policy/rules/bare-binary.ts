import type { Program } from "../../shell/unfolded.ts";
import { placeIn } from "../../shell/unfolded.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";
import { isBareName } from "../shape.ts";

/** A program is named, never pointed at: a path as binary is refused in argv, behind wrappers and in scripts. */
export const bareBinary: Rule = ({ unfolded }) =>
  unfolded.programs
    .filter((program) => !isBareName(program.name))
    .slice(0, 40)
    .map(refused);

function refused(program: Program): Reason {
  const place = placeIn(program.frame, program.words[0] ?? null);
  const { name } = program;
  if (!name.includes("/")) {
    return deny("bare-binary", "bad_name", "a program's name may hold letters, digits and _ . + @ : - only", {
      place,
      hint: "check the name for blanks, look-alike or invisible characters",
    });
  }
  const base = name.slice(name.lastIndexOf("/") + 1);
  const hint = /^\/+(?:usr\/(?:local\/)?)?s?bin\//.test(name)
    ? `write "${shown(base)}"`
    : `run a script through its interpreter: bash ${shown(name.replace(/^\.\//, ""))}; for a tool of a package, its runner: npx ${shown(base)}`;
  return deny("bare-binary", "not_bare_binary", "a program must be a bare name, not a path", { place, hint });
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
