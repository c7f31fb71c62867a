/** What each role may do, as one table. Source: spec section 11. */
export const roles = ["member", "approver", "admin", "auditor"] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  "session.create",
  "session.drive",
  "tool_call.request",
  "job.read_any",
  "approval.answer_own",
  "approval.answer_any",
  "step_up",
  "policy.read",
  "policy.edit",
  "policy.publish",
  "member.read",
  "member.invite",
  "member.change_role",
  "member.lock",
  "member.reset_second_factor",
  "org.manage",
  "host.read",
  "host.manage",
  "audit.read",
  "audit.read_payload",
  "token.create",
  "token.manage",
  "model.read",
  "model.manage",
  "script_tool.read",
  "script_tool.manage",
  "notification.manage",
] as const;
export type Permission = (typeof permissions)[number];

const table: Record<Role, readonly Permission[]> = {
  member: [
    "session.create",
    "session.drive",
    "tool_call.request",
    "approval.answer_own",
    "policy.read",
    "member.read",
    "host.read",
    "token.create",
    "model.read",
    "script_tool.read",
  ],
  approver: [
    "session.create",
    "session.drive",
    "tool_call.request",
    "job.read_any",
    "approval.answer_own",
    "approval.answer_any",
    "step_up",
    "policy.read",
    "member.read",
    "host.read",
    "token.create",
    "model.read",
    "script_tool.read",
  ],
  admin: [...permissions],
  auditor: [
    "job.read_any",
    "policy.read",
    "member.read",
    "host.read",
    "audit.read",
    "audit.read_payload",
    "token.create",
    "script_tool.read",
  ],
};

/** What takes a login, whatever its role: no token and no agent carries these on. */
const forPersons: readonly Permission[] = [
  "step_up",
  "policy.publish",
  "member.invite",
  "member.change_role",
  "member.lock",
  "member.reset_second_factor",
  "org.manage",
  "host.manage",
  "model.manage",
  "script_tool.manage",
  "notification.manage",
  "token.create",
  "token.manage",
];

export function isForPersons(permission: Permission): boolean {
  return forPersons.includes(permission);
}

/** What an agent may do on behalf of a member whose role allows it. It never answers, changes or widens anything. */
export const agentPermissions: readonly Permission[] = ["tool_call.request"];

export function may(role: Role, permission: Permission): boolean {
  return table[role].includes(permission);
}
