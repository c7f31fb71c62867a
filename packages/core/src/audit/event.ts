/** Kinds of audit events, noun.past-verb. The payload of each is plain data and is hashed with it. */
export const auditEventTypes = [
  "org.created",
  "member.joined",
  "member.invited",
  "member.invitation_revoked",
  "member.role_changed",
  "member.locked",
  "member.unlocked",
  "login.succeeded",
  "login.failed",
  "login.ended",
  "second_factor.added",
  "second_factor.removed",
  "password.changed",
  "member.renamed",
  "step_up.succeeded",
  "step_up.failed",
  "access.denied",
  "api_token.created",
  "api_token.revoked",
  "session.created",
  "session.renamed",
  "session.mode_changed",
  "session.archived",
  "session.unarchived",
  "tool_call.requested",
  "tool_call.decided",
  "tool_call.cancelled",
  "question.answered",
  "approval.requested",
  "approval.told",
  "approval.granted",
  "approval.rejected",
  "approval.expired",
  "approval.replaced",
  "grant.created",
  "grant.shortened",
  "grant.revoked",
  "execution.queued",
  "execution.claimed",
  "execution.started",
  "execution.held",
  "execution.refused",
  "execution.cancel_requested",
  "execution.finished",
  "keyword.added",
  "keyword.removed",
  "trash.moved",
  "trash.restored",
  "trash.empty_requested",
  "trash.emptied",
  "policy.published",
  "policy.rolled_back",
  "policy.draft_discarded",
  "policy.proposed",
  "policy.proposal_accepted",
  "policy.proposal_rejected",
  "policy.proposal_withdrawn",
  "policy.exported",
  "policy.imported",
  "policy.case_saved",
  "policy.case_removed",
  "host.registered",
  "installation.backed_up",
  "installation.restored",
  "secret.set",
  "secret.removed",
  "secret.rotated",
  "model_provider.saved",
  "model_provider.removed",
  "model_provider.test_requested",
  "session.agent_chosen",
  "session.shared",
  "message.sent",
  "turn.started",
  "turn.ended",
  "model.called",
  "host.joined",
  "host.join_token_created",
  "host.join_token_revoked",
  "host.drained",
  "host.cordoned",
  "host.uncordoned",
  "host.labelled",
  "host.removed",
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

export type AuditEvent = {
  type: AuditEventType;
  sessionId?: string;
  toolCallId?: string;
  executionId?: string;
  payload: { readonly [key: string]: JsonValue | undefined };
};
