import type { Decision } from "../decision.ts";
import { type VerdictWord, verdictWord } from "../verdict-word.ts";
import type { PolicyCase } from "./policy-case.ts";

export type CaseResult = {
  name: string;
  passed: boolean;
  expected: PolicyCase["expect"];
  verdict: VerdictWord;
  rule: string;
  sentence: string;
};

/** A case passes when the verdict is the expected one and, where a rule is named, that rule is among the strictest findings. */
export function caseResult(item: PolicyCase, decision: Decision): CaseResult {
  const [first] = decision.reasons;
  const verdict = verdictWord(decision);
  const { expect } = item;
  const named = decision.reasons.some(
    (reason) => reason.verdict === decision.verdict && reason.rule === expect.rule,
  );
  return {
    name: item.name,
    passed: verdict === expect.verdict && (expect.rule === undefined || named),
    expected: expect,
    verdict,
    rule: first?.rule ?? "none",
    sentence: first?.sentence ?? "",
  };
}
