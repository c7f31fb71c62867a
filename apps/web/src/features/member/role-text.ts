import type { Role } from "@gatehouse/core/role";

/** Each role in words a person reads when they choose or receive it. */
export const roleText: Record<Role, { label: string; one: string; may: string }> = {
  member: { label: "Member", one: "a member", may: "work in sessions and confirm your own calls." },
  approver: {
    label: "Approver",
    one: "an approver",
    may: "work in sessions, answer the questions of others, and step up: prove again that it is you.",
  },
  admin: { label: "Admin", one: "an admin", may: "do everything: policy, members, hosts and audit too." },
  auditor: {
    label: "Auditor",
    one: "an auditor",
    may: "read the record of every execution, and run nothing.",
  },
};
