import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";
import { shapeProblem } from "../shape.ts";

/** An argv that could not be executed exactly as it was checked is refused. */
export const shape: Rule = ({ call }) => {
  const { argv } = call.input;
  const problem = shapeProblem(argv);
  if (problem !== null) return [deny("shape", problem.code, problem.sentence, { hint: problem.hint })];
  if (argv.length === 0 || argv[0] === "")
    return [
      deny("shape", "bad_name", "the program has no name", { hint: 'name one, as in ["git", "status"]' }),
    ];
  return [];
};
