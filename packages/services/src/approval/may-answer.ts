import type { AskStrength } from "@gatehouse/core/policy/decision";
import { type Role, may } from "@gatehouse/core/role";

export type Answerer = {
  role: Role;
  isAsker: boolean;
  strength: AskStrength;
  stepUpRoles: readonly string[];
  /** nobody answers a call of their own, an agent's on their behalf among them */
  secondPerson: boolean;
};

/** A confirm is answered by who may drive the session; a password ask by the roles that policy lets step up. */
export function mayAnswer(answerer: Answerer): boolean {
  const { role, strength, isAsker } = answerer;
  if (answerer.secondPerson && isAsker) return false;
  const own = isAsker && may(role, "approval.answer_own");
  if (!own && !may(role, "approval.answer_any") && !(strength === "confirm" && may(role, "session.drive"))) {
    return false;
  }
  return strength === "confirm" || answerer.stepUpRoles.includes(role);
}
