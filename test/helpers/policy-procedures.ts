import type { Role } from "@gatehouse/core/role";
import type { Api } from "./web.ts";

type Ids = { org: string; member: string; proposal: string; policyCase: string };
type Entry = { call: (api: Api, ids: Ids) => Promise<unknown>; roles: readonly Role[] };

const everyone: readonly Role[] = ["member", "approver", "admin", "auditor"];
const admins: readonly Role[] = ["admin"];

/** Every procedure of the policy with who may call it. */
export const policyProcedures: Record<string, Entry> = {
  "policy.get": { roles: everyone, call: (api, { org }) => api.policy.get.query({ org }) },
  "policy.versions": { roles: everyone, call: (api, { org }) => api.policy.versions.query({ org }) },
  "policy.addDenied": {
    roles: admins,
    call: (api, { org }) =>
      api.policy.addDenied.mutate({ org, name: "nc", reason: "x", expectedNumber: 999 }),
  },
  "policy.removeDenied": {
    roles: admins,
    call: (api, { org }) =>
      api.policy.removeDenied.mutate({ org, name: "nc", reason: "x", expectedNumber: 999 }),
  },
  "policy.administration": {
    roles: admins,
    call: (api, { org }) => api.policy.administration.query({ org }),
  },
  "policy.hits": { roles: admins, call: (api, { org }) => api.policy.hits.query({ org }) },
  "policy.saveDraft": {
    roles: admins,
    call: (api, { org }) => api.policy.saveDraft.mutate({ org, document: {}, revision: 999 }),
  },
  "policy.rebaseDraft": {
    roles: admins,
    call: (api, { org }) => api.policy.rebaseDraft.mutate({ org, revision: 999 }),
  },
  "policy.discardDraft": {
    roles: admins,
    call: (api, { org }) => api.policy.discardDraft.mutate({ org, revision: 999 }),
  },
  "policy.review": { roles: admins, call: (api, { org }) => api.policy.review.query({ org, number: 1 }) },
  "policy.preview": { roles: admins, call: (api, { org }) => api.policy.preview.query({ org, number: 1 }) },
  "policy.publishDraft": {
    roles: admins,
    call: (api, { org }) => api.policy.publishDraft.mutate({ org, revision: 999, reason: "x" }),
  },
  "policy.rollBack": {
    roles: admins,
    call: (api, { org }) => api.policy.rollBack.mutate({ org, number: 1, expectedNumber: 999, reason: "x" }),
  },
  "policy.compare": {
    roles: admins,
    call: (api, { org }) => api.policy.compare.query({ org, from: 1, to: 1 }),
  },
  "policy.acceptProposal": {
    roles: admins,
    call: (api, { org, proposal }) => api.policy.acceptProposal.mutate({ org, id: proposal }),
  },
  "policy.declineProposal": {
    roles: admins,
    call: (api, { org, proposal }) => api.policy.declineProposal.mutate({ org, id: proposal, reason: "x" }),
  },
  "policy.tryCall": {
    roles: admins,
    call: (api, { org, member }) =>
      api.policy.tryCall.query({ org, call: { argv: ["ls"] }, against: "published", memberId: member }),
  },
  "policy.cases": { roles: admins, call: (api, { org }) => api.policy.cases.query({ org }) },
  "policy.saveCase": {
    roles: admins,
    call: (api, { org }) =>
      api.policy.saveCase.mutate({
        org,
        item: { name: "x", argv: ["ls"], expect: { verdict: "allow" } },
        replace: true,
      }),
  },
  "policy.removeCase": {
    roles: admins,
    call: (api, { org, policyCase }) => api.policy.removeCase.mutate({ org, id: policyCase }),
  },
  "policy.import": {
    roles: admins,
    call: (api, { org }) => api.policy.import.mutate({ org, text: "{", revision: 0 }),
  },
  "policy.export": { roles: admins, call: (api, { org }) => api.policy.export.mutate({ org }) },
};

/** Those that take no id: of another org they are simply that org's own. */
export const policyWithoutIds: readonly string[] = [
  "policy.get",
  "policy.versions",
  "policy.addDenied",
  "policy.removeDenied",
  "policy.administration",
  "policy.hits",
  "policy.saveDraft",
  "policy.rebaseDraft",
  "policy.discardDraft",
  "policy.review",
  "policy.preview",
  "policy.publishDraft",
  "policy.rollBack",
  "policy.compare",
  "policy.cases",
  "policy.saveCase",
  "policy.import",
  "policy.export",
];
