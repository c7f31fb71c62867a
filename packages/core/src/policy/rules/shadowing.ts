import { placeIn } from "../../shell/unfolded.ts";
import { tables } from "../defaults.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

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

/** A function may not take the name of a denied program or of one that this guard knows the meaning of. */
export const shadowing: Rule = ({ unfolded, lists }) => {
  const { bash, sh, foreign } = tables.shell;
  const reasons: Reason[] = [];
  for (const frame of unfolded.frames) {
    for (const { name } of frame.script.functions) {
      const value = name.value;
      if (
        value !== null &&
        !lists.denied.has(value) &&
        !guarded.has(value) &&
        ![...bash, ...sh, ...foreign].includes(value)
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
  return reasons.slice(0, 40);
};
