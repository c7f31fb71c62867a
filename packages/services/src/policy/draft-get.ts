import { diffPolicies, type PolicyChange } from "@gatehouse/core/policy/document/diff";
import { entryText, listAt } from "@gatehouse/core/policy/document/at-path";
import { policyFields } from "@gatehouse/core/policy/document/fields";
import { defaultPolicy } from "@gatehouse/core/policy/defaults";
import { type Remark, remarksOn } from "@gatehouse/core/policy/document/remarks";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import { type EntryNotes, type EntryNoteView, newestPolicy, noteViews } from "./stored.ts";

export type DraftView = {
  document: PolicyInput;
  notes: EntryNoteView[];
  revision: number;
  baseNumber: number;
  startedBy: string;
  startedAt: Date;
  updatedBy: string;
  updatedAt: Date;
  changes: PolicyChange[];
};

export type ProposalView = {
  id: string;
  baseNumber: number;
  reason: string;
  proposedBy: string;
  proposedAt: Date;
  mine: boolean;
  rollbackTo: number | null;
  changes: PolicyChange[];
};

export type PolicyAdministration = {
  current: { number: number; document: PolicyInput; notes: EntryNoteView[] };
  draft: DraftView | null;
  proposal: ProposalView | null;
  /** of the draft where there is one, else of what is in force */
  remarks: Remark[];
  secondAdmin: boolean;
  /** entries that ship, by the path of their list */
  builtIn: Record<string, readonly string[]>;
};

const shipped = Object.fromEntries(
  policyFields
    .filter(({ kind }) => kind === "list")
    .map(({ path }) => [path, listAt(defaultPolicy, path).map(entryText)]),
);

/** Everything that an editor of the policy works on. */
export async function getPolicyAdministration(ctx: Ctx): Promise<PolicyAdministration> {
  await requireRole(ctx, "policy.edit");
  const [current, draft, proposal] = await Promise.all([
    newestPolicy(ctx.db, ctx.org.id),
    ctx.db.policyDraft.findUnique({ where: { orgId: ctx.org.id } }),
    ctx.db.policyProposal.findFirst({ where: { orgId: ctx.org.id, status: "pending" } }),
  ]);
  const names = await memberNames(
    ctx,
    [draft?.startedBy, draft?.updatedBy, proposal?.proposedBy].filter((id) => id !== undefined),
  );
  const nameOf = (id: string): string => names.get(id) ?? "former member";
  const edited = draft === null ? current.document : (draft.document as PolicyInput);
  return {
    current: {
      number: current.number,
      document: current.document,
      notes: await noteViews(ctx, current.notes),
    },
    draft:
      draft === null
        ? null
        : {
            document: edited,
            notes: await noteViews(ctx, draft.entryNotes as EntryNotes),
            revision: draft.revision,
            baseNumber: draft.baseNumber,
            startedBy: nameOf(draft.startedBy),
            startedAt: draft.startedAt,
            updatedBy: nameOf(draft.updatedBy),
            updatedAt: draft.updatedAt,
            changes: diffPolicies(current.document, edited),
          },
    proposal:
      proposal === null
        ? null
        : {
            id: proposal.id,
            baseNumber: proposal.baseNumber,
            reason: proposal.reason,
            proposedBy: nameOf(proposal.proposedBy),
            proposedAt: proposal.proposedAt,
            mine: proposal.proposedBy === ctx.member.id,
            rollbackTo: proposal.rollbackTo,
            changes: diffPolicies(current.document, proposal.document as PolicyInput),
          },
    remarks: remarksOn(edited),
    secondAdmin: current.document.second_admin === true,
    builtIn: shipped,
  };
}
