import { policyCaseSchema, tryInputSchema } from "@gatehouse/core/policy/cases/policy-case";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { acceptProposal, declineProposal } from "@gatehouse/services/policy/answer-proposal";
import { removePolicyCase, savePolicyCase } from "@gatehouse/services/policy/case-change";
import { listPolicyCases } from "@gatehouse/services/policy/case-list";
import { comparePolicyVersions, reviewPolicy } from "@gatehouse/services/policy/compare";
import { addDeniedCommand, removeDeniedCommand } from "@gatehouse/services/policy/denied-command";
import { discardPolicyDraft, publishPolicyDraft } from "@gatehouse/services/policy/draft-end";
import { getPolicyAdministration } from "@gatehouse/services/policy/draft-get";
import { rebasePolicyDraft, savePolicyDraft } from "@gatehouse/services/policy/draft-save";
import { exportPolicy } from "@gatehouse/services/policy/export";
import { getPolicy } from "@gatehouse/services/policy/get";
import { importPolicyFile } from "@gatehouse/services/policy/import";
import { listPolicyVersions } from "@gatehouse/services/policy/list-versions";
import { tryPolicy } from "@gatehouse/services/policy/playground";
import { policyHits, previewPolicy } from "@gatehouse/services/policy/preview";
import { rollBackPolicy } from "@gatehouse/services/policy/roll-back";
import { z } from "zod";
import { id, text } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";
import { given } from "../given.ts";

const change = z.object({ name: text(255), reason: text(500), expectedNumber: z.number().int().positive() });
const number = z.number().int().positive();
const revision = z.number().int().nonnegative();
const ofVersion = z.object({ number: number.optional() });
const confirmed = z.array(z.string().max(400)).max(200).default([]);
/** read by `readPolicy`, which names the field of each problem */
const document = z.record(z.string(), z.unknown()).transform((value) => value as PolicyInput);
const reasons = z.record(z.string().max(100), z.record(z.string().max(4200), z.string().max(500)));

export const policyRouter = router({
  get: orgProcedure.query(({ ctx }) => getPolicy(ctx.verb)),
  addDenied: orgProcedure.input(change).mutation(({ ctx, input }) => addDeniedCommand(ctx.verb, input)),
  removeDenied: orgProcedure.input(change).mutation(({ ctx, input }) => removeDeniedCommand(ctx.verb, input)),
  versions: orgProcedure.query(({ ctx }) => listPolicyVersions(ctx.verb)),

  administration: orgProcedure.query(({ ctx }) => getPolicyAdministration(ctx.verb)),
  hits: orgProcedure.query(({ ctx }) => policyHits(ctx.verb)),
  saveDraft: orgProcedure
    .input(z.object({ document, revision, reasons: reasons.optional() }))
    .mutation(({ ctx, input }) => savePolicyDraft(ctx.verb, given(input))),
  rebaseDraft: orgProcedure
    .input(z.object({ revision }))
    .mutation(({ ctx, input }) => rebasePolicyDraft(ctx.verb, input)),
  discardDraft: orgProcedure
    .input(z.object({ revision }))
    .mutation(({ ctx, input }) => discardPolicyDraft(ctx.verb, input)),
  review: orgProcedure.input(ofVersion).query(({ ctx, input }) => reviewPolicy(ctx.verb, given(input))),
  preview: orgProcedure.input(ofVersion).query(({ ctx, input }) => previewPolicy(ctx.verb, given(input))),
  publishDraft: orgProcedure
    .input(z.object({ revision, reason: text(500), confirmed }))
    .mutation(({ ctx, input }) => publishPolicyDraft(ctx.verb, input)),
  rollBack: orgProcedure
    .input(z.object({ number, expectedNumber: number, reason: text(500), confirmed }))
    .mutation(({ ctx, input }) => rollBackPolicy(ctx.verb, input)),
  compare: orgProcedure
    .input(z.object({ from: number, to: number }))
    .query(({ ctx, input }) => comparePolicyVersions(ctx.verb, input)),
  acceptProposal: orgProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => acceptProposal(ctx.verb, input.id)),
  declineProposal: orgProcedure
    .input(z.object({ id, reason: text(500) }))
    .mutation(({ ctx, input }) => declineProposal(ctx.verb, input)),

  tryCall: orgProcedure
    .input(
      z.object({
        call: tryInputSchema,
        against: z.enum(["draft", "published"]),
        memberId: id.optional(),
        hostId: id.optional(),
      }),
    )
    .query(({ ctx, input }) => tryPolicy(ctx.verb, given(input))),
  cases: orgProcedure.query(({ ctx }) => listPolicyCases(ctx.verb)),
  saveCase: orgProcedure
    .input(z.object({ item: policyCaseSchema, replace: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => savePolicyCase(ctx.verb, input)),
  removeCase: orgProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removePolicyCase(ctx.verb, input.id)),

  import: orgProcedure
    .input(z.object({ text: z.string().max(2_000_000), revision }))
    .mutation(({ ctx, input }) => importPolicyFile(ctx.verb, input)),
  export: orgProcedure.input(ofVersion).mutation(({ ctx, input }) => exportPolicy(ctx.verb, given(input))),
});
