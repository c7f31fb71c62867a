import { newId } from "../new-id.ts";
import { traceParent } from "../trace.ts";

/** An execution as it is queued: one a tool call, nothing known yet. */
export function executionDraft(
  ctx: { now: Date },
  of: { orgId: string; toolCallId: string; session: { id: string; hostId: string } },
) {
  return {
    id: newId<string>(),
    orgId: of.orgId,
    toolCallId: of.toolCallId,
    sessionId: of.session.id,
    hostId: of.session.hostId,
    memberId: null,
    background: false,
    hostless: false,
    traceParent: traceParent(),
    state: "queued",
    outcome: null,
    outcomeDetail: null,
    refusal: null,
    lease: 0n,
    leaseExpiresAt: null,
    queuedAt: ctx.now,
    claimedAt: null,
    startedAt: null,
    finishedAt: null,
    cancelRequestedAt: null,
    cancelRequestedBy: null,
    cancelDetail: null,
    exitCode: null,
    signal: null,
    outputBytes: 0n,
    outputCapped: false,
    outputDigest: null,
    advice: null,
    usage: null,
    usageNow: null,
    sandboxArgs: null,
    programs: null,
    connections: null,
    profileDigest: null,
    filesChanged: null,
    grantIds: [],
  };
}
