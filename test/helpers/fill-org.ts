import { randomUUID } from "node:crypto";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { newId } from "@gatehouse/services/new-id";
import type { TestOrg } from "./org.ts";
import { services } from "./web.ts";

export type Ids = {
  org: string;
  session: string;
  toolCall: string;
  approval: string;
  execution: string;
  job: string;
  grant: string;
  member: string;
  invitation: string;
  proposal: string;
  policyCase: string;
  token: string;
  host: string;
  joinToken: string;
  turn: string;
  provider: string;
  notification: string;
  trash: string;
  device: string;
};

/** Rows of every kind without running anything. */
export async function fillOrg(
  of: TestOrg,
  visibility: "private" | "org_read" | "org_drive" = "org_drive",
): Promise<Ids> {
  const { db } = services;
  const hostId = newId<string>();
  await db.host.create({ data: { id: hostId, name: `host-${hostId}`, version: "0", probe: {} } });
  const made = {
    session: newId<string>(),
    toolCall: newId<string>(),
    approval: newId<string>(),
    execution: newId<string>(),
    job: newId<string>(),
    grant: newId<string>(),
    invitation: newId<string>(),
    proposal: newId<string>(),
    policyCase: newId<string>(),
    token: newId<string>(),
    host: hostId,
    joinToken: newId<string>(),
    turn: newId<string>(),
    provider: newId<string>(),
    notification: newId<string>(),
    trash: newId<string>(),
    device: newId<string>(),
  };
  const orgId = of.id;
  await db.hostJoinToken.create({
    data: { id: made.joinToken, orgId, tokenHash: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) },
  });
  await db.session.create({
    data: {
      id: made.session,
      orgId,
      ownerMemberId: of.admin.memberId,
      hostId,
      title: "s",
      mode: "safe",
      visibility,
    },
  });
  await db.toolCall.create({
    data: {
      id: made.toolCall,
      orgId,
      sessionId: made.session,
      actorKind: "person",
      memberId: of.admin.memberId,
      requestKey: "k",
      tool: "run_command",
      input: '{"argv":["x"]}',
      inputDigest: "d",
      program: "x",
      status: "awaiting_approval",
    },
  });
  await db.toolCall.create({
    data: {
      id: made.job,
      orgId,
      sessionId: made.session,
      actorKind: "person",
      memberId: of.admin.memberId,
      requestKey: "job",
      tool: "background_command",
      input: '{"argv":["x"]}',
      inputDigest: "d",
      program: "x",
      status: "awaiting_approval",
    },
  });
  await db.decision.create({
    data: {
      id: newId<string>(),
      orgId,
      toolCallId: made.toolCall,
      facts: "lexical",
      verdict: "ask",
      strength: "confirm",
      effect: "run",
      readOnly: false,
      reasons: "[]",
      policyNumber: 1,
      defaultsDigest: "d",
    },
  });
  await db.approval.create({
    data: {
      id: made.approval,
      orgId,
      toolCallId: made.toolCall,
      inputDigest: "d",
      asks: "[]",
      strength: "confirm",
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  await db.execution.create({
    data: { id: made.execution, orgId, toolCallId: made.toolCall, sessionId: made.session, hostId },
  });
  await db.grant.create({
    data: {
      id: made.grant,
      orgId,
      sessionId: made.session,
      kind: "path",
      path: "/srv/x",
      access: "read",
      grantedBy: of.admin.memberId,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  await db.invitation.create({
    data: {
      id: made.invitation,
      orgId,
      tokenHash: randomUUID(),
      email: "a@b.test",
      role: "member",
      invitedBy: of.admin.memberId,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  const by = { proposedBy: of.admin.memberId };
  // one of these at a time: a second filling leaves the first
  await db.policyProposal.createMany({
    data: [{ id: made.proposal, orgId, baseNumber: 1, document: {}, reason: "x", ...by }],
    skipDuplicates: true,
  });
  await db.policyCase.create({
    data: {
      id: made.policyCase,
      orgId,
      name: made.policyCase,
      body: '{"argv":["ls"],"expect":{"verdict":"allow"},"name":"ls"}',
      createdBy: of.admin.memberId,
      updatedBy: of.admin.memberId,
    },
  });
  await db.apiToken.create({
    data: {
      id: made.token,
      orgId,
      memberId: of.admin.memberId,
      name: "t",
      tokenHash: randomUUID(),
      prefix: "gth_x",
      scopes: [],
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  const inSession = { orgId, sessionId: made.session };
  await db.turn.create({
    data: { id: made.turn, ...inSession, memberId: of.admin.memberId, model: "demo" },
  });
  await db.modelProvider.create({
    data: { id: made.provider, orgId, name: "p", kind: "ollama", baseUrl: "http://127.0.0.1:1", models: [] },
  });
  await db.notification.create({
    data: {
      id: made.notification,
      ...inSession,
      memberId: of.admin.memberId,
      kind: "keyword.hit",
      subject: made.job,
    },
  });
  await db.pushDevice.create({
    data: {
      id: made.device,
      orgId,
      memberId: of.admin.memberId,
      name: "d",
      endpoint: `https://push.example/${made.device}`,
      p256dh: "p",
      auth: "a",
    },
  });
  await db.trashItem.create({
    data: {
      id: made.trash,
      ...inSession,
      executionId: made.execution,
      hostId,
      originalPath: `${agentWorkspace}/x`,
      storedName: made.trash,
      kind: "file",
      bytes: 1,
    },
  });
  return { org: of.slug, member: of.admin.memberId, ...made };
}
