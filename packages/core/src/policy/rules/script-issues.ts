import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** What could not be decided from the text, each with its place: syntax, dynamic names, scripts that are not static. */
export const scriptIssues: Rule = ({ unfolded }) =>
  unfolded.issues.map(({ rule, code, sentence, hint, place }) => deny(rule, code, sentence, { hint, place }));
