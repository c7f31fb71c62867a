import type { ShellParser } from "../../shell/parse.ts";
import type { Policy } from "../defaults.ts";
import { type VerdictWord, verdictWord } from "../verdict-word.ts";
import type { PolicyCase } from "./policy-case.ts";
import { tryCall } from "./try-call.ts";

export type CaseResult = {
  name: string;
  passed: boolean;
  expected: PolicyCase["expect"];
  verdict: VerdictWord;
  rule: string;
  sentence: string;
};

/** A case passes when the verdict is the expected one and, where a rule is named, that rule is among the strictest findings. */
export function runCase(item: PolicyCase, policy: Policy, shell: ShellParser): CaseResult {
  const { decision } = tryCall(item, { policy, shell });
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
