import type { Outputs } from "../../trpc/client.ts";

export type StepUpMethod = "password" | "code" | "passkey";

export const methodText: Record<StepUpMethod, string> = {
  password: "Password",
  code: "Authenticator app",
  passkey: "Passkey",
};

/** What this person can prove it with, the most common first. */
export function methodsOf({ hasPassword, totp, passkeys }: Outputs["me"]["security"]): StepUpMethod[] {
  const has = { password: hasPassword, code: totp !== null, passkey: passkeys.length > 0 };
  return (["password", "code", "passkey"] as const).filter((method) => has[method]);
}
