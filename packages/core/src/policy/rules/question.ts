import type { AskUserInput } from "../../tool-call/question-input.ts";
import type { Reason } from "../decision.ts";
import { ask, deny } from "../reason.ts";

/** A question is always a person's to answer, in every mode; nothing but their answer lets it go on. */
export function question({ questions }: AskUserInput): Reason[] {
  const texts = questions.flatMap((one) => [one.question, ...(one.options ?? [])]);
  if (!texts.every((text) => text.isWellFormed() && !text.includes("\0")))
    return [deny("question", "bad_argument", "a question holds a character that cannot be shown")];
  return [
    ask("question", "needs_confirmation", "asks a person", { strength: "confirm", ask: { kind: "call" } }),
  ];
}
