import { classify, isDenied, isSensitive } from "../../path/classify.ts";
import type { Reason } from "../decision.ts";
import { type PathUse, pathUses } from "../path-uses.ts";
import { ask, deny } from "../reason.ts";
import type { Rule, RuleInput } from "../rule.ts";

/** A path that a call names, literally or through a known link: denied ones are refused, sensitive ones ask. */
export const paths: Rule = (input) => {
  const seen = new Map<string, Reason | null>();
  for (const use of pathUses(input.unfolded)) {
    const key = `${use.write ? "w" : "r"}${use.text}`;
    if (!seen.has(key)) seen.set(key, judge(use, input));
  }
  return [...seen.values()].filter((reason) => reason !== null).slice(0, 100);
};

function judge(use: PathUse, { facts, lists, call }: RuleInput): Reason | null {
  if (use.text.startsWith("\u0001") && !use.text.includes("/")) return null;
  const { lexical, real, partial, inHome } = classify(use.text, facts, call.input.argv[0] === "rm");
  const linked = real !== lexical;
  if (isDenied(lexical, lists.deniedPaths) || (linked && isDenied(real, lists.deniedPaths))) {
    return deny("denied-path", "denied_path", "this path is denied by policy; no approval can change it", {
      place: use.place(),
    });
  }
  const sensitive =
    isSensitive(lexical, lists.sensitive) ||
    (linked && isSensitive(real, lists.sensitive)) ||
    (partial && isSensitive(use.text, lists.sensitive));
  if (!sensitive) return null;
  const rooted = !partial || use.text.startsWith("/") || use.text.startsWith("~");
  return ask(
    "sensitive-path",
    "sensitive_path",
    `names ${partial ? "a sensitive path" : real}, which may hold credentials or start-up code`,
    {
      strength: inHome || !rooted ? "confirm" : "password",
      place: use.place(),
      hint: "go on without it if you can",
      ask: { kind: use.write ? "write_path" : "read_path", path: real },
    },
  );
}
