import type { TokenScope } from "@gatehouse/core/token-scope";

export const scopeText: Record<TokenScope, { label: string; text: string }> = {
  "session.read": { label: "Read sessions", text: "Sessions with their calls, output and files" },
  "session.write": { label: "Make sessions", text: "Make, rename and archive sessions" },
  "tool.call": {
    label: "Call tools",
    text: "Ask for commands and other tools; every call is decided as yours",
  },
  "approval.read": { label: "See approvals", text: "What waits for an answer; never the answer itself" },
  "org.read": { label: "Read the org", text: "Policy, hosts and members" },
  "audit.read": { label: "Read the audit record", text: "As far as your role may" },
};
