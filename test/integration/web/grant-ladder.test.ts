import { beforeAll, describe, expect, it } from "vitest";
import { answerApproval } from "@gatehouse/services/approval/answer";
import { tellApprovals } from "@gatehouse/services/approval/tell";
import { openSession, request } from "../../helpers/call.ts";
import { auditTypes, makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { services } from "../../helpers/web.ts";

let org: TestOrg;
let member: TestMember;
let approver: TestMember;

beforeAll(async () => {
  await makeQuietHost();
  org = await makeOrg();
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
});

async function asking(sessionId: string, argv: string[], by = member) {
  const call = await request(org, by, { sessionId, argv });
  if (call.approval === undefined) throw new Error(`does not ask: ${argv.join(" ")}`);
  return { approvalId: call.approval.id, shown: call.approval.shown, answer: "approve" as const };
}
const statusOf = async (sessionId: string, argv: string[]) =>
  (await request(org, member, { sessionId, argv })).status;

describe("a yes", () => {
  it("that leaves nothing standing is for one call alone, of a password too", async () => {
    const session = await openSession(org, member, "safe");
    const once = await asking(session, ["touch", "a"]);
    await answerApproval(member.ctx(), { ...once, grants: [] });
    expect(await statusOf(session, ["touch", "a"])).toBe("awaiting_approval");
    const secret = await asking(session, ["cat", "/etc/shadow"]);
    await answerApproval(approver.ctx(), { ...secret, password, grants: [] });
    expect(await statusOf(session, ["cat", "/etc/shadow"])).toBe("awaiting_approval");
    expect(await services.db.grant.count({ where: { sessionId: session } })).toBe(0);
  });

  it("with a rung lets what that covers run without asking, in this session alone, until it is revoked", async () => {
    const [session, other] = [await openSession(org, member, "safe"), await openSession(org, member, "safe")];
    const ask = await asking(session, ["git", "add", "a.txt"]);
    const ladder = await member.api.approval.ladder.query({ org: org.slug, approvalId: ask.approvalId });
    expect(ladder.map(({ id }) => id)).toEqual(["exact", "shape"]);
    expect(ladder[1]?.words).toContain("git add without options, on paths in the workspace");
    await answerApproval(member.ctx(), { ...ask, grants: [{ rung: "shape", minutes: 60 }] });
    expect(await statusOf(session, ["git", "add", "b.txt"])).toBe("approved");
    expect(await statusOf(session, ["git", "add", "-f", "b.txt"])).toBe("awaiting_approval");
    expect(await statusOf(other, ["git", "add", "b.txt"])).toBe("awaiting_approval");
    const [grant] = await member.api.grant.list.query({ org: org.slug });
    expect(grant).toMatchObject({ kind: "shape", grantedBy: member.name, session: { id: session } });
    const grantId = grant?.id ?? "";
    await member.api.grant.shorten.mutate({ org: org.slug, grantId, minutes: 5 });
    await expect(
      member.api.grant.shorten.mutate({ org: org.slug, grantId, minutes: 50 }),
    ).rejects.toMatchObject({ data: { code: "CONFLICT" } });
    await member.api.grant.revoke.mutate({ org: org.slug, grantId });
    expect(await statusOf(session, ["git", "add", "c.txt"])).toBe("awaiting_approval");
    expect(await auditTypes(org.id)).toEqual(
      expect.arrayContaining(["grant.created", "grant.shortened", "grant.revoked"]),
    );
  });

  it("cannot leave standing what the ladder does not have, nor for longer than it says", async () => {
    const session = await openSession(org, member, "safe");
    const ask = await asking(session, ["python3", "x.py"]);
    for (const grants of [
      [{ rung: "exact", minutes: 60 }],
      [{ rung: "shape", minutes: 60 }],
      [{ rung: "tree:read:/", minutes: 60 }],
    ])
      await expect(answerApproval(member.ctx(), { ...ask, grants })).rejects.toMatchObject({
        code: "invalid_input",
      });
    const tame = await asking(session, ["touch", "x"]);
    await expect(
      answerApproval(member.ctx(), { ...tame, grants: [{ rung: "shape", minutes: 99_999 }] }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await services.db.grant.count({ where: { sessionId: session } })).toBe(0);
  });

  it("says how many of the last 30 days' calls each rung would have covered", async () => {
    const own = await makeOrg();
    const session = await openSession(own, own.admin, "auto");
    for (const name of ["a", "b", "c"])
      await request(own, own.admin, { sessionId: session, argv: ["mkdir", name] });
    await request(own, own.admin, { sessionId: session, argv: ["mkdir", "-p", "d/e"] });
    const safe = await openSession(own, own.admin, "safe");
    const call = await request(own, own.admin, { sessionId: safe, argv: ["mkdir", "a"] });
    const ladder = await own.admin.api.approval.ladder.query({
      org: own.slug,
      approvalId: call.approval?.id ?? "",
    });
    expect(ladder.map(({ id, covers }) => [id, covers])).toEqual([
      ["exact", 2],
      ["shape", 4],
    ]);
  });
});

describe("a call that waits", () => {
  const tell = (now = new Date()) => tellApprovals({ db: services.db, policies: services.policies, now });
  const told = (approvalId: string) =>
    services.db.approvalDelivery.findMany({ where: { approvalId }, orderBy: { memberId: "asc" } });

  it("is told once to whom it falls, on record, and escalates to all who may answer", async () => {
    const session = await openSession(org, member, "safe");
    const { approvalId } = await asking(session, ["touch", "told"]);
    await Promise.all([tell(), tell(), tell()]);
    expect((await told(approvalId)).map(({ memberId }) => memberId)).toEqual([member.memberId]);
    const items = await member.api.notification.list.query({ org: org.slug });
    expect(items.items.filter(({ subject }) => subject === approvalId)).toHaveLength(1);
    const later = new Date(Date.now() + 16 * 60_000);
    await Promise.all([tell(later), tell(later)]);
    const all = await told(approvalId);
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(({ escalated }) => escalated)).toBe(true);
    expect(all.map(({ memberId }) => memberId)).toContain(approver.memberId);
    await approver.api.approval.seen.mutate({ org: org.slug, approvalIds: [approvalId] });
    const page = await member.api.approval.get.query({ org: org.slug, approvalId });
    expect(page.deliveries.find(({ name }) => name === approver.name)?.seenAt).toBeInstanceOf(Date);
  });

  it("for a password goes to those who may step up, and is no news once it is answered", async () => {
    const session = await openSession(org, member, "safe");
    const ask = await asking(session, ["cat", "/etc/shadow"]);
    await tell();
    const people = (await told(ask.approvalId)).map(({ memberId }) => memberId);
    expect(people).toContain(approver.memberId);
    expect(people).not.toContain(member.memberId);
    await answerApproval(approver.ctx(), { ...ask, answer: "reject" });
    const unread = await services.db.notification.count({ where: { subject: ask.approvalId, readAt: null } });
    expect(unread).toBe(0);
  });
});
