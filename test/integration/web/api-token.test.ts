import { randomUUID } from "node:crypto";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { newId } from "@gatehouse/services/new-id";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { type Api, bearer, services } from "../../helpers/web.ts";

const { scopeOf } = await import("../../../apps/web/src/server/token-scopes.ts");

let org: TestOrg;
let member: TestMember;

beforeAll(async () => {
  org = await makeOrg();
  member = await org.join("member");
});

async function tokenOf(by: TestMember, scopes: TokenScope[], sessionId?: string): Promise<string> {
  const made = await by.api.token.create.mutate({
    org: org.slug,
    name: "a token",
    scopes,
    days: 1,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  return made.token;
}

const every: TokenScope[] = [
  "session.read",
  "session.write",
  "tool.call",
  "approval.read",
  "org.read",
  "audit.read",
];

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "OK",
    (error: { data?: { code?: string } }) => error.data?.code ?? String(error),
  );
}

/** Rows of a session with a call that waits for its owner. */
async function waitingCall(owner: TestMember): Promise<{ session: string; approval: string }> {
  const { db } = services;
  const [hostId, session, toolCall, approval] = [
    newId<string>(),
    newId<string>(),
    newId<string>(),
    newId<string>(),
  ];
  await db.host.create({ data: { id: hostId, name: `host-${hostId}`, version: "0", probe: {} } });
  await db.session.create({
    data: { id: session, orgId: org.id, ownerMemberId: owner.memberId, hostId, title: "s", mode: "safe" },
  });
  await db.toolCall.create({
    data: {
      id: toolCall,
      orgId: org.id,
      sessionId: session,
      actorKind: "person",
      memberId: owner.memberId,
      requestKey: "k",
      tool: "run_command",
      input: '{"argv":["x"]}',
      inputDigest: "d",
      program: "x",
      status: "awaiting_approval",
    },
  });
  await db.approval.create({
    data: {
      id: approval,
      orgId: org.id,
      toolCallId: toolCall,
      inputDigest: "d",
      asks: "[]",
      strength: "confirm",
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return { session, approval };
}

describe("an API token", () => {
  it("is told once, kept as a hash, and its making and its end are on record", async () => {
    const token = await tokenOf(member, ["session.read"]);
    const row = await services.db.apiToken.findFirstOrThrow({ where: { memberId: member.memberId } });
    expect(JSON.stringify({ ...row })).not.toContain(token);
    expect(token.startsWith(row.prefix)).toBe(true);
    const listed = await member.api.token.list.query({ org: org.slug });
    expect(JSON.stringify(listed)).not.toContain(token.slice(12));
    await member.api.token.revoke.mutate({ org: org.slug, id: row.id });
    expect(await codeOf(bearer(token).api.session.list.query({ org: org.slug }))).toBe("UNAUTHORIZED");
    const events = await services.db.auditEvent.findMany({
      where: { orgId: org.id },
      select: { type: true, body: true },
    });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["api_token.created", "api_token.revoked"]),
    );
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it("acts for its member as an agent, and every event it causes names it", async () => {
    const token = await tokenOf(member, ["session.write"]);
    const id = newId<string>();
    const { session } = await waitingCall(member);
    await bearer(token).api.session.rename.mutate({ org: org.slug, id: session, title: `by token ${id}` });
    const event = await services.db.auditEvent.findFirstOrThrow({
      where: { orgId: org.id, type: "session.renamed", sessionId: session },
    });
    expect(event).toMatchObject({ actorKind: "agent", memberId: member.memberId });
    const [row] = await services.db.apiToken.findMany({ where: { lastUsedAt: { not: null } }, take: 1 });
    expect(row).toBeDefined();
  });

  it("with every scope can neither answer an approval, nor step up, nor change a mode, a policy, a member or a token", async () => {
    const adminToken = bearer(await tokenOf(org.admin, every)).api;
    const { approval, session } = await waitingCall(org.admin);
    const tries: Record<string, (api: Api) => Promise<unknown>> = {
      approve: (api) =>
        api.approval.answer.mutate({ org: org.slug, approvalId: approval, shown: "", answer: "approve" }),
      stepUp: (api) =>
        api.approval.answer.mutate({
          org: org.slug,
          approvalId: approval,
          shown: "",
          answer: "approve",
          password,
        }),
      mode: (api) => api.session.setMode.mutate({ org: org.slug, id: session, mode: "auto" }),
      policy: (api) =>
        api.policy.removeDenied.mutate({ org: org.slug, name: "curl", reason: "x", expectedNumber: 1 }),
      role: (api) =>
        api.member.changeRole.mutate({ org: org.slug, memberId: member.memberId, role: "admin" }),
      invite: (api) =>
        api.invitation.create.mutate({ org: org.slug, email: "x@example.test", role: "admin" }),
      token: (api) => api.token.create.mutate({ org: org.slug, name: "t", scopes: every, days: 9 }),
    };
    for (const [name, attempt] of Object.entries(tries))
      expect([name, await codeOf(attempt(adminToken))]).toEqual([name, "FORBIDDEN"]);
    const row = await services.db.approval.findUniqueOrThrow({ where: { id: approval } });
    expect(row.status).toBe("pending");
  });

  it("reaches no procedure that is not listed for tokens, and no listed one without its scope", async () => {
    for (const never of [
      "approval.answer",
      "session.setMode",
      "token.create",
      "policy.addDenied",
      "trash.empty",
    ])
      expect(scopeOf(never)).toBeNull();
    const reader = bearer(await tokenOf(member, ["session.read"])).api;
    expect(await codeOf(reader.session.list.query({ org: org.slug }))).toBe("OK");
    expect(await codeOf(reader.host.list.query({ org: org.slug }))).toBe("FORBIDDEN");
    const { session } = await waitingCall(member);
    const call = { tool: "run_command" as const, input: { argv: ["ls"] } };
    expect(
      await codeOf(
        reader.toolCall.use.mutate({ org: org.slug, sessionId: session, requestKey: randomUUID(), call }),
      ),
    ).toBe("FORBIDDEN");
  });

  it("gives its member no more than the member's role", async () => {
    const token = bearer(await tokenOf(member, every)).api;
    expect(await codeOf(token.audit.list.query({ org: org.slug }))).toBe("FORBIDDEN");
  });

  it("ends with its time, with its member's lock, and is nothing in another org", async () => {
    const other = await makeOrg();
    const locked = await org.join("member");
    const token = await tokenOf(locked, every);
    const api = bearer(token).api;
    expect(await codeOf(api.session.list.query({ org: other.slug }))).toBe("NOT_FOUND");
    await services.db.member.update({ where: { id: locked.memberId }, data: { lockedAt: new Date() } });
    expect(await codeOf(api.session.list.query({ org: org.slug }))).toBe("UNAUTHORIZED");
    await services.db.member.update({ where: { id: locked.memberId }, data: { lockedAt: null } });
    await services.db.apiToken.updateMany({
      where: { memberId: locked.memberId },
      data: { expiresAt: new Date(0) },
    });
    expect(await codeOf(api.session.list.query({ org: org.slug }))).toBe("UNAUTHORIZED");
  });

  it("beside a good login's cookie counts alone, so that a bad token borrows no login", async () => {
    const both = bearer("gth_nothing", member.cookies).api;
    expect(await codeOf(both.session.list.query({ org: org.slug }))).toBe("UNAUTHORIZED");
    expect((await both.me.get.query()).user).toBeNull();
  });

  it("is limited in how often it asks", async () => {
    const token = await tokenOf(member, ["session.read"]);
    const row = await services.db.apiToken.findFirstOrThrow({ where: { prefix: token.slice(0, 10) } });
    const key = `api_token:${row.id}`;
    const lastRequest = BigInt(Date.now());
    await services.db.rateLimit.create({ data: { id: key, key, count: 600, lastRequest } });
    expect(await codeOf(bearer(token).api.session.list.query({ org: org.slug }))).toBe("TOO_MANY_REQUESTS");
  });

  it("of one session is no use anywhere else in the API", async () => {
    const { session } = await waitingCall(member);
    const api = bearer(await tokenOf(member, every, session)).api;
    expect(await codeOf(api.session.list.query({ org: org.slug }))).toBe("FORBIDDEN");
  });
});
