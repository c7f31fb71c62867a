import type { JsonValue } from "@gatehouse/core/audit/event";
import type { Facts } from "@gatehouse/core/path/facts";
import { recordedFacts } from "@gatehouse/core/path/recorded-facts";
import type { Decision } from "@gatehouse/core/policy/decision";
import { newId } from "../new-id.ts";

export type Decided = {
  decision: Decision;
  facts: "lexical" | "resolved";
  policyNumber: number;
  defaultsDigest: string;
  at: Date;
  /** what the host knew of the call's paths; absent when names alone were judged */
  seen?: Facts;
};

/** The row of a decision; what was decided on names and on inodes are two rows, and neither is ever changed. */
export function decisionRow(decided: Decided) {
  const { decision } = decided;
  return {
    id: newId<string>(),
    facts: decided.facts,
    verdict: decision.verdict,
    strength: decision.strength ?? null,
    effect: decision.effect,
    readOnly: decision.readOnly,
    reasons: JSON.stringify(decision.reasons),
    policyNumber: decided.policyNumber,
    defaultsDigest: decided.defaultsDigest,
    decidedAt: decided.at,
    pathFacts: decided.seen === undefined ? null : recordedFacts(decided.seen),
  };
}

/** The same as an audit payload: every reason, by rule and code, with what the person or model was told. */
export function decisionPayload(decided: Decided): Record<string, JsonValue> {
  const { decision } = decided;
  return {
    facts: decided.facts,
    verdict: decision.verdict,
    strength: decision.strength ?? null,
    effect: decision.effect,
    readOnly: decision.readOnly,
    policyNumber: decided.policyNumber,
    defaultsDigest: decided.defaultsDigest,
    reasons: decision.reasons.map((reason) => ({
      rule: reason.rule,
      verdict: reason.verdict,
      code: reason.code,
      sentence: reason.sentence,
    })),
  };
}
