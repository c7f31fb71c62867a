import type { Ctx } from "../context.ts";
import { proveStepUp, type StepUpProof } from "../login/step-up.ts";
import type { Site } from "../passkey/site.ts";
import { stepUpPasskeyOptions } from "../passkey/step-up.ts";
import { AppError } from "@gatehouse/core/errors";
import { type Answerable, answerable } from "./answerable.ts";
import { shownOf } from "./shown.ts";

/** A passkey signs for this approval in this round, not for another call with the same arguments. */
const boundTo = (approval: Answerable): string => `approval ${approval.id} ${shownOf(approval)}`;

export async function approvalPasskeyOptions(
  ctx: Ctx,
  site: Site,
  input: { approvalId: string; shown: string },
) {
  const found = await answerable(ctx, input);
  if ("over" in found) throw new AppError("conflict", "This call was answered meanwhile.");
  return stepUpPasskeyOptions(ctx, site, boundTo(found.approval));
}

export async function proveForApproval(ctx: Ctx, proof: StepUpProof, approval: Answerable): Promise<string> {
  const { inputDigest, toolCallId } = approval;
  return proveStepUp(ctx, proof, { inputDigest, toolCallId, bound: boundTo(approval) });
}
