import { placeIn } from "../../shell/unfolded.ts";
import { tables } from "../defaults.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** Programs whose output is taken as known when a shell reads it. */
const feeders = new Set(["echo", "printf", "cat"]);

const guarded = new Set([
  "rm",
  "sudo",
  "su",
  "eval",
  "exec",
  "command",
  "builtin",
  "source",
  ".",
  "trap",
  "alias",
]);

const shells = new Set([...tables.shell.bash, ...tables.shell.sh, ...tables.shell.foreign]);

/** A function may not take the name of a denied program or of one that this guard knows the meaning of. */
export const shadowing: Rule = ({ unfolded, lists }) => {
  const fed = unfolded.programs.some(({ name, stdin }) => shells.has(name) && stdin.kind === "text");
  const reasons: Reason[] = [];
  for (const frame of unfolded.frames) {
    for (const { name } of frame.script.functions) {
      const value = name.value;
      if (
        value !== null &&
        !lists.denied.has(value) &&
        !guarded.has(value) &&
        !shells.has(value) &&
        !(fed && feeders.has(value))
      )
        continue;
      const sentence =
        value === null
          ? "a function's name is not plain from the text"
          : `a function may not be called ${value}`;
      reasons.push(
        deny("shadowing", "shadowing", sentence, {
          place: placeIn(frame, name),
          hint: "give the function another name",
        }),
      );
    }
  }
  for (const { name, words, frame } of unfolded.programs) {
    if (name !== "alias") continue;
    for (const word of words.slice(1)) {
      const alias = word.value?.includes("=") === true ? word.value.slice(0, word.value.indexOf("=")) : "";
      if (!lists.denied.has(alias) && !(fed && feeders.has(alias))) continue;
      reasons.push(
        deny("shadowing", "shadowing", `an alias may not be called ${alias}`, {
          place: placeIn(frame, word),
          hint: "write the command itself",
        }),
      );
    }
  }
  return reasons.slice(0, 40);
};
