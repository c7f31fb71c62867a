/** How a login began, in words. */
export function methodText(method: string): string {
  const words: Record<string, string> = {
    password: "with the password",
    totp: "with password and code",
    recovery_code: "with a recovery code",
    passkey: "with a passkey",
    oidc: "at the identity provider",
  };
  return words[method] ?? "";
}
