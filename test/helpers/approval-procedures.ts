import type { Role } from "@gatehouse/core/role";
import type { Api } from "./web.ts";

type Ids = { org: string; approval: string; grant: string };
type Entry = { call: (api: Api, ids: Ids) => Promise<unknown>; roles: readonly Role[] };

const drivers: readonly Role[] = ["member", "approver", "admin"];

/** Every procedure of approvals and grants with who may call it. */
export const approvalProcedures: Record<string, Entry> = {
  "approval.answer": {
    roles: drivers,
    call: (api, { org, approval }) =>
      api.approval.answer.mutate({ org, approvalId: approval, shown: "1:d", answer: "reject" }),
  },
  "approval.passkeyOptions": {
    roles: drivers,
    call: (api, { org, approval }) =>
      api.approval.passkeyOptions.mutate({ org, approvalId: approval, shown: "1:d" }),
  },
  "approval.edit": {
    roles: drivers,
    call: (api, { org, approval }) =>
      api.approval.edit.mutate({ org, approvalId: approval, shown: "1:d", input: { argv: ["true"] } }),
  },
  "approval.get": {
    roles: drivers,
    call: (api, { org, approval }) => api.approval.get.query({ org, approvalId: approval }),
  },
  "approval.whole": {
    roles: drivers,
    call: (api, { org, approval }) => api.approval.whole.query({ org, approvalId: approval }),
  },
  "approval.seen": {
    roles: drivers,
    call: (api, { org, approval }) => api.approval.seen.mutate({ org, approvalIds: [approval] }),
  },
  "approval.ladder": {
    roles: drivers,
    call: (api, { org, approval }) => api.approval.ladder.query({ org, approvalId: approval }),
  },
  "approval.list": { roles: drivers, call: (api, { org }) => api.approval.list.query({ org }) },
  "grant.list": { roles: drivers, call: (api, { org }) => api.grant.list.query({ org }) },
  "grant.shorten": {
    roles: drivers,
    call: (api, { org, grant }) => api.grant.shorten.mutate({ org, grantId: grant, minutes: 1 }),
  },
  "grant.revoke": {
    roles: drivers,
    call: (api, { org, grant }) => api.grant.revoke.mutate({ org, grantId: grant }),
  },
};
