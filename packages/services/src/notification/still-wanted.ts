import type { Db } from "../db.ts";
import type { ClaimedNotice } from "./claim.ts";

/** Why a message need not be sent any more, at the moment of sending; null: it still is news. */
export async function whyUnwanted(db: Db, notice: ClaimedNotice): Promise<string | null> {
  const { memberId, orgId } = notice;
  if (memberId !== null) {
    const member = await db.member.findFirst({ where: { id: memberId, orgId }, select: { lockedAt: true } });
    if (member === null || member.lockedAt !== null) return "The member is locked.";
  }
  if (notice.kind === "approval.waits") return whyAnswered(db, notice);
  return null;
}

async function whyAnswered(db: Db, notice: ClaimedNotice): Promise<string | null> {
  const { subject, orgId, memberId, data } = notice;
  const approval = await db.approval.findFirst({
    where: { id: subject, orgId },
    select: { status: true, round: true },
  });
  if (approval?.status !== "pending") return "It was answered meanwhile.";
  if (approval.round !== (data["round"] ?? 1)) return "More is asked meanwhile, which is told by itself.";
  if (memberId === null || data["escalated"] === true) return null;
  const seen = await db.approvalDelivery.findFirst({
    where: { approvalId: subject, round: approval.round, memberId, seenAt: { not: null } },
    select: { seenAt: true },
  });
  return seen === null ? null : "They saw it on a page meanwhile.";
}
