import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { answerApproval } from "@gatehouse/services/approval/answer";
import { cancelUnstarted, failUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { claimNext } from "@gatehouse/services/execution/claim";
import { holdExecution } from "@gatehouse/services/execution/hold";
import { changeRole } from "@gatehouse/services/member/change-role";
import { newId } from "@gatehouse/services/new-id";
import { changedToolCalls } from "@gatehouse/services/tool-call/changed";
import { openSession, request } from "../../helpers/call.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { services } from "../../helpers/web.ts";

/** Steps of two sides in a chosen order; a host that is alive and whose worker takes nothing by itself. */
let org: TestOrg;
let member: TestMember;
let hostId: string;

beforeAll(async () => {
  hostId = await makeQuietHost();
  org = await makeOrg();
  member = await org.join("member");
});

const hostCtx = () => ({ ...services, hostId });
const approvalOf = (toolCallId: string) => services.db.approval.findUniqueOrThrow({ where: { toolCallId } });
const executionOf = (toolCallId: string) =>
  services.db.execution.findUniqueOrThrow({ where: { toolCallId } });

async function asking(): Promise<{ id: string; sessionId: string; approvalId: string }> {
  const sessionId = await openSession(org, member, "safe");
  const call = await request(org, member, { sessionId, argv: ["touch", "made"] });
  return { id: call.id, sessionId, approvalId: call.approval?.id ?? "" };
}

async function claimed(toolCallId: string) {
  // On a host of its own, where nothing else waits.
  const { id } = await executionOf(toolCallId);
  const alone = await makeQuietHost("cordoned");
  await services.db.execution.update({ where: { id }, data: { hostId: alone } });
  const taken = await claimNext({ ...services, hostId: alone }, { commands: "free", background: true });
  if (taken === null) throw new Error("not claimed");
  const { work, lease } = taken;
  const reason = {
    rule: "test",
    verdict: "ask",
    code: "sensitive_path",
    sentence: "It is a link to something sensitive.",
    strength: "password",
    ask: { kind: "read_path", path: "/etc/shadow" },
  } as const;
  const decided = {
    decision: { verdict: "ask", strength: "password", effect: "run", readOnly: false, reasons: [reason] },
    facts: "resolved",
    policyNumber: work.policy.number,
    defaultsDigest: work.policy.document.defaultsDigest,
    at: new Date(),
  } as unknown as Parameters<typeof holdExecution>[1]["decided"];
  return { work, lease, decided };
}

describe("an answer", () => {
  it("starts nothing in a session that was archived meanwhile", async () => {
    const { id, sessionId, approvalId } = await asking();
    await member.api.session.archive.mutate({ org: org.slug, id: sessionId, archived: true });
    await expect(
      answerApproval(member.ctx(), { approvalId, shown: await shownNow(approvalId), answer: "approve" }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await services.db.execution.count({ where: { toolCallId: id } })).toBe(0);
    expect((await approvalOf(id)).status).toBe("pending");
    await member.api.session.archive.mutate({ org: org.slug, id: sessionId, archived: false });
    expect(
      await answerApproval(member.ctx(), {
        approvalId,
        shown: await shownNow(approvalId),
        answer: "approve",
      }),
    ).toMatchObject({
      won: true,
    });
  });

  it("and an archiving at once leave no execution in an archived session", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { sessionId, approvalId } = await asking();
      await Promise.allSettled([
        answerApproval(member.ctx(), { approvalId, shown: await shownNow(approvalId), answer: "approve" }),
        member.api.session.archive.mutate({ org: org.slug, id: sessionId, archived: true }),
      ]);
      const session = await services.db.session.findUniqueOrThrow({ where: { id: sessionId } });
      const open = await services.db.execution.count({ where: { sessionId, state: { not: "finished" } } });
      expect(session.archivedAt !== null && open > 0).toBe(false);
    }
  });

  it("to what a call asked before is no answer to what it asks now", async () => {
    const { id, approvalId } = await asking();
    const stale = member.ctx();
    const findFirst = services.db.approval.findFirst.bind(services.db.approval);
    const early = await services.db.approval.findFirstOrThrow({
      where: { id: approvalId },
      include: { toolCall: { include: { session: true } } },
    });
    expect(
      await answerApproval(member.ctx(), {
        approvalId,
        shown: await shownNow(approvalId),
        answer: "approve",
      }),
    ).toMatchObject({
      won: true,
    });
    const { work, lease, decided } = await claimed(id);
    expect(await holdExecution(hostCtx(), { lease, work, decided, now: new Date() })).toBe(true);
    const db = new Proxy(services.db, {
      get: (target, key) =>
        key === "approval"
          ? new Proxy(target.approval, {
              get: (model, name) => (name === "findFirst" ? async () => early : Reflect.get(model, name)),
            })
          : Reflect.get(target, key),
    });
    await expect(
      answerApproval({ ...stale, db }, { approvalId, shown: await shownNow(approvalId), answer: "approve" }),
    ).rejects.toMatchObject({
      code: "stale",
    });
    expect((await findFirst({ where: { id: approvalId } }))?.status).toBe("pending");
  });

  it("to a call that was held covers what was approved before and what came to it", async () => {
    const { id, approvalId } = await asking();
    await answerApproval(member.ctx(), { approvalId, shown: await shownNow(approvalId), answer: "approve" });
    const before = JSON.parse((await approvalOf(id)).asks) as unknown[];
    const { work, lease, decided } = await claimed(id);
    await holdExecution(hostCtx(), { lease, work, decided, now: new Date() });
    const held = await approvalOf(id);
    expect(JSON.parse(held.asks)).toEqual(
      expect.arrayContaining([...before, { kind: "read_path", path: "/etc/shadow" }]),
    );
    expect(held).toMatchObject({ status: "pending", strength: "password" });
  });
});

describe("a cancel", () => {
  it("between claim and start ends the call as cancelled, also where the host would have held it", async () => {
    for (const hold of [true, false]) {
      const { id, approvalId } = await asking();
      await answerApproval(member.ctx(), {
        approvalId,
        shown: await shownNow(approvalId),
        answer: "approve",
      });
      const { work, lease, decided } = await claimed(id);
      await member.api.toolCall.cancel.mutate({ org: org.slug, id });
      if (hold) await holdExecution(hostCtx(), { lease, work, decided, now: new Date() });
      else expect(await cancelUnstarted(hostCtx(), { lease, work })).toBe(true);
      expect(await executionOf(id)).toMatchObject({ state: "finished", outcome: "cancelled" });
      expect((await member.api.toolCall.get.query({ org: org.slug, id })).status).toBe("finished");
    }
  });

  it("is not what ends a call that nobody cancelled, or whose lease is another's", async () => {
    const { id, approvalId } = await asking();
    await answerApproval(member.ctx(), { approvalId, shown: await shownNow(approvalId), answer: "approve" });
    const { work, lease } = await claimed(id);
    expect(await cancelUnstarted(hostCtx(), { lease, work })).toBe(false);
    await member.api.toolCall.cancel.mutate({ org: org.slug, id });
    const other = { ...lease, number: lease.number + 1n };
    expect(await cancelUnstarted(hostCtx(), { lease: other, work })).toBe(false);
    expect(await failUnstarted(hostCtx(), { lease: other, work })).toBe(false);
    expect((await executionOf(id)).state).toBe("running");
    expect(await failUnstarted(hostCtx(), { lease, work })).toBe(true);
    expect(await executionOf(id)).toMatchObject({ state: "finished", outcome: "sandbox_failed" });
    expect(await failUnstarted(hostCtx(), { lease, work })).toBe(false);
  });

  it("and an approval at once never leave a call that runs and was said to be over", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, approvalId } = await asking();
      const [, cancelled] = await Promise.allSettled([
        answerApproval(member.ctx(), { approvalId, shown: await shownNow(approvalId), answer: "approve" }),
        member.api.toolCall.cancel.mutate({ org: org.slug, id }),
      ]);
      expect(cancelled?.status).toBe("fulfilled");
      expect((await member.api.toolCall.get.query({ org: org.slug, id })).status).toBe("cancelled");
    }
  });
});

it("two admins who take each other's role at once leave the org an admin", async () => {
  for (let round = 0; round < 8; round += 1) {
    const other = await makeOrg();
    const second = await other.join("admin");
    await Promise.allSettled([
      changeRole(other.admin.ctx(), { memberId: second.memberId, role: "member" }),
      changeRole(second.ctx(), { memberId: other.admin.memberId, role: "member" }),
    ]);
    expect(await services.db.member.count({ where: { orgId: other.id, role: "admin" } })).toBe(1);
  }
});

it("a watcher reads on past a burst of more changes than one page", async () => {
  const sessionId = await openSession(org, member, "auto");
  const ids = Array.from({ length: 450 }, () => newId<string>());
  const call = {
    orgId: org.id,
    sessionId,
    actorKind: "person",
    memberId: member.memberId,
    tool: "run_command",
  };
  const input = {
    input: '{"argv":["true"]}',
    inputDigest: "0".repeat(64),
    program: "true",
    status: "denied",
  };
  await services.db.toolCall.createMany({
    data: ids.map((id) => ({ ...call, ...input, id, requestKey: randomUUID(), requestedAt: new Date() })),
  });
  const seen = new Set<string>();
  let cursor: string = String(Date.now());
  for (let poll = 0; poll < 4; poll += 1) {
    const changed = await changedToolCalls(member.ctx(), { sessionId, cursor });
    for (const view of changed.views) seen.add(view.id);
    ({ cursor } = changed);
  }
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

it("the list of sessions names the last call, whatever tool it used", async () => {
  const sessionId = await openSession(org, member, "safe");
  const newest = async () =>
    (await member.api.session.get.query({ org: org.slug, id: sessionId })).lastCommand;
  expect(await newest()).toBeNull();
  await request(org, member, { sessionId, argv: ["touch", "a b"] });
  expect(await newest()).toEqual(["touch", "a b"]);
  await services.db.toolCall.create({
    data: {
      id: newId<string>(),
      orgId: org.id,
      sessionId,
      actorKind: "person",
      memberId: member.memberId,
      requestKey: randomUUID(),
      tool: "read_files",
      input: '{"files":[{"path":"notes"}]}',
      inputDigest: "0".repeat(64),
      program: "read_files",
      status: "denied",
      requestedAt: new Date(),
    },
  });
  expect(await newest()).toEqual(["read_files"]);
});
