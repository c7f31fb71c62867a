/** What an API token may be used for. No scope reaches an approval's answer, a step-up, a mode or a policy: those take a login. */
export const tokenScopes = [
  "session.read",
  "session.write",
  "tool.call",
  "approval.read",
  "org.read",
  "audit.read",
] as const;
export type TokenScope = (typeof tokenScopes)[number];

export function isTokenScope(text: string): text is TokenScope {
  return (tokenScopes as readonly string[]).includes(text);
}
