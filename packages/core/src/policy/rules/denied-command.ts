import { placeIn } from "../../shell/unfolded.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** A binary on the org's list never runs: as argv, behind wrappers, as an applet, anywhere in a script. */
export const deniedCommand: Rule = ({ unfolded, lists, call }) => {
  const reasons: Reason[] = [];
  const own = call.input.argv[0] ?? "";
  if (lists.denied.has(own)) reasons.push(refused(own));
  for (const program of unfolded.programs) {
    if (reasons.length >= 40) break;
    if (program.origin === "argv" && program.name === own) continue;
    if (lists.denied.has(program.name))
      reasons.push(refused(program.name, placeIn(program.frame, program.words[0] ?? null), program.via));
  }
  for (const { word, frame } of unfolded.suspects) {
    if (word.value !== null && lists.denied.has(word.value))
      reasons.push(refused(word.value, placeIn(frame, word)));
  }
  return reasons.slice(0, 40);
};

function refused(name: string, place?: Reason["place"], via: readonly string[] = []): Reason {
  const through = via.length === 0 ? "" : ` (started through ${via.slice(0, 4).join(", ")})`;
  return deny(
    "denied-command",
    "denied_command",
    `${name} is denied by policy${through}; no approval can change it`,
    {
      place,
      hint: "do it another way, or ask an admin of the org; asking again gives the same answer",
    },
  );
}
