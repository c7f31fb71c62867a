import { type SignInProblem, signInProblems } from "@gatehouse/core/sign-in/problem";

const texts: Record<SignInProblem, string> = {
  expired: "That sign-in took too long, or was begun in another browser. Try again.",
  declined: "The identity provider did not sign you in.",
  invalid: "What the identity provider answered does not hold. Try again, or tell an admin.",
  unavailable: "The identity provider does not answer. Try again later, or sign in otherwise.",
  unverified_email: "The identity provider has not verified your e-mail address, so it opens nothing here.",
  domain: "Your e-mail address is not of a domain that this org lets in.",
  invitation_needed: "Nobody has invited you yet. Ask an admin of your org for an invitation.",
  account_exists:
    "There is an account with your e-mail address here that is no member of this org. Sign in with its password, or accept an invitation with it.",
  locked: "Your account is locked. An admin of your org can unlock it.",
  passkey: "This account has a passkey as its second factor. Sign in with the passkey.",
  too_many: "Too many attempts. Wait a few minutes and try again.",
};

/** Null for what is no code of ours: an address is written by anybody. */
export function problemText(code: string | undefined): string | null {
  const known = signInProblems.find((one) => one === code);
  return known === undefined ? null : texts[known];
}
