import type { TokenScope } from "@gatehouse/core/token-scope";
import type { ApiToken } from "@gatehouse/services/api-token/resolve";
import { TRPCError } from "@trpc/server";

/** What a token needs for a procedure. One that is not here takes a login, whatever scopes a token has. */
const needed: Readonly<Record<string, TokenScope>> = {
  "session.list": "session.read",
  "session.get": "session.read",
  "session.create": "session.write",
  "session.rename": "session.write",
  "session.archive": "session.write",
  "toolCall.preview": "session.read",
  "toolCall.explain": "session.read",
  "toolCall.explainRecorded": "session.read",
  "toolCall.list": "session.read",
  "toolCall.open": "session.read",
  "toolCall.get": "session.read",
  "toolCall.result": "session.read",
  "toolCall.watch": "session.read",
  "toolCall.request": "tool.call",
  "toolCall.use": "tool.call",
  "toolCall.cancel": "tool.call",
  "file.request": "tool.call",
  "file.result": "session.read",
  "file.changes": "session.read",
  "file.marks": "session.read",
  "file.undo": "tool.call",
  "job.start": "tool.call",
  "job.list": "session.read",
  "job.events": "session.read",
  "trash.list": "session.read",
  "output.read": "session.read",
  "output.watch": "session.read",
  "approval.list": "approval.read",
  "policy.get": "org.read",
  "policy.versions": "org.read",
  "host.list": "org.read",
  "scriptTool.list": "org.read",
  "scriptTool.get": "org.read",
  "member.list": "org.read",
  "audit.list": "audit.read",
  "audit.get": "audit.read",
  "audit.verify": "audit.read",
};

export function scopeOf(path: string): TokenScope | null {
  return Object.hasOwn(needed, path) ? (needed[path] ?? null) : null;
}

export function requireScope(token: ApiToken, path: string): void {
  const scope = scopeOf(path);
  const message =
    scope === null
      ? "This takes a login; no token may do it."
      : token.sessionId !== null
        ? "This token is for one session and is used at /api/mcp alone."
        : token.scopes.includes(scope)
          ? null
          : `This token has no scope ${scope}.`;
  if (message !== null) throw new TRPCError({ code: "FORBIDDEN", message });
}
