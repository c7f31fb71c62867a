/** Why a sign-in at an org's identity provider ended without a login; a code, because it travels in an address. */
export const signInProblems = [
  "expired",
  "declined",
  "invalid",
  "unavailable",
  "unverified_email",
  "domain",
  "invitation_needed",
  "account_exists",
  "locked",
  "passkey",
  "too_many",
] as const;
export type SignInProblem = (typeof signInProblems)[number];
