import { beforeAll, describe, expect, it } from "vitest";
import { answerApproval } from "@gatehouse/services/approval/answer";
import { editApproval } from "@gatehouse/services/approval/edit";
import { expireApprovals } from "@gatehouse/services/approval/expire";
import { changeRole } from "@gatehouse/services/member/change-role";
import { openSession, request } from "../../helpers/call.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { auditTypes, makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { services } from "../../helpers/web.ts";

/** Attempts to get something run that nobody said yes to. No worker takes anything here: an execution row is a success. */
let org: TestOrg;
let member: TestMember;
let approver: TestMember;

beforeAll(async () => {
  await makeQuietHost();
  org = await makeOrg();
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
});

type Asking = { id: string; sessionId: string; approvalId: string; shown: string };

async function asking(argv: string[] = ["touch", "made"], of = { org, by: member }): Promise<Asking> {
  const sessionId = await openSession(of.org, of.by, "safe");
  const call = await request(of.org, of.by, { sessionId, argv });
  const { approval } = call;
  if (approval === undefined) throw new Error("the call does not ask");
  return { id: call.id, sessionId, approvalId: approval.id, shown: approval.shown };
}
const secret = ["cat", "/etc/shadow"];
const yes = (asked: Asking) => ({
  approvalId: asked.approvalId,
  shown: asked.shown,
  answer: "approve" as const,
});
const executions = (id: string) => services.db.execution.count({ where: { toolCallId: id } });
const statusOf = async (id: string) =>
  (await services.db.toolCall.findUniqueOrThrow({ where: { id } })).status;

describe("what was shown", () => {
  it("is what is answered: a card that is stale because more is asked answers nothing", async () => {
    const asked = await asking();
    await services.db.approval.update({
      where: { id: asked.approvalId },
      data: { round: { increment: 1 }, asks: '[{"kind":"call"},{"kind":"network"}]' },
    });
    await expect(answerApproval(member.ctx(), yes(asked))).rejects.toMatchObject({ code: "stale" });
    await expect(
      editApproval(member.ctx(), { ...yes(asked), input: { argv: ["touch", "other"] } }),
    ).rejects.toMatchObject({ code: "stale" });
    expect(await executions(asked.id)).toBe(0);
    expect(
      await answerApproval(member.ctx(), { ...yes(asked), shown: await shownNow(asked.approvalId) }),
    ).toMatchObject({
      won: true,
    });
  });

  it("cannot change under an answer: asks and strength of a round stay", async () => {
    const asked = await asking(secret);
    const weaken = (data: object) => services.db.approval.update({ where: { id: asked.approvalId }, data });
    await expect(weaken({ strength: "confirm" })).rejects.toThrow(/new round/);
    await expect(weaken({ asks: "[]" })).rejects.toThrow(/new round/);
    await expect(weaken({ inputDigest: "0".repeat(64) })).rejects.toThrow(/stays with its call/);
    await expect(weaken({ round: 0 })).rejects.toThrow(/only grows/);
  });

  it("names the call too: what was shown of another call answers nothing", async () => {
    const [one, other] = [await asking(["touch", "a"]), await asking(["touch", "b"])];
    await expect(answerApproval(member.ctx(), { ...yes(one), shown: other.shown })).rejects.toMatchObject({
      code: "stale",
    });
    expect(await executions(one.id)).toBe(0);
  });

  it("stays with a frozen input: the call cannot be changed after the yes", async () => {
    const asked = await asking();
    await answerApproval(member.ctx(), yes(asked));
    const change = services.db.toolCall.update({
      where: { id: asked.id },
      data: { input: '{"argv":["touch","evil"]}' },
    });
    await expect(change).rejects.toThrow(/frozen/);
  });
});

describe("an answer", () => {
  it("of two at once counts once, and the other is told whose it was", async () => {
    const asked = await asking();
    const answers = await Promise.all([
      answerApproval(member.ctx(), yes(asked)),
      answerApproval(approver.ctx(), { ...yes(asked), answer: "reject" }),
      editApproval(org.admin.ctx(), { ...yes(asked), input: { argv: ["touch", "else"] } }),
    ]);
    const [won] = answers.filter((one) => one.won);
    expect(answers.filter((one) => one.won)).toHaveLength(1);
    for (const one of answers) expect(one.answeredBy).toBe(won?.answeredBy);
    expect(await executions(asked.id)).toBeLessThanOrEqual(1);
  });

  it("given again changes nothing: a no stays a no", async () => {
    const asked = await asking();
    expect(await answerApproval(approver.ctx(), { ...yes(asked), answer: "reject" })).toMatchObject({
      won: true,
    });
    expect(await answerApproval(member.ctx(), yes(asked))).toMatchObject({
      won: false,
      status: "rejected",
      answeredBy: approver.name,
    });
    const force = services.db.approval.update({
      where: { id: asked.approvalId },
      data: { status: "approved" },
    });
    await expect(force).rejects.toThrow(/was answered/);
    expect(await executions(asked.id)).toBe(0);
  });

  it("after the time is over is a refusal, by whoever comes first", async () => {
    const asked = await asking();
    const late = { ...member.ctx(), now: new Date(Date.now() + 25 * 3_600_000) };
    expect(await answerApproval(late, yes(asked))).toMatchObject({ won: false, status: "expired" });
    const second = await asking();
    await expireApprovals({ db: services.db, now: late.now });
    expect(await answerApproval(member.ctx(), yes(second))).toMatchObject({ won: false, status: "expired" });
    expect((await executions(asked.id)) + (await executions(second.id))).toBe(0);
  });

  it("to a call that was taken back starts nothing", async () => {
    const asked = await asking();
    await member.api.toolCall.cancel.mutate({ org: org.slug, id: asked.id });
    expect(await answerApproval(member.ctx(), yes(asked))).toMatchObject({ won: false, status: "cancelled" });
    expect(await executions(asked.id)).toBe(0);
  });

  it("by an agent or a token is refused, whatever its member may do", async () => {
    const asked = await asking();
    const agent = { ...org.admin.ctx(), actor: { kind: "agent", onBehalfOf: org.admin.memberId } as const };
    await expect(answerApproval(agent, yes(asked))).rejects.toMatchObject({ code: "forbidden" });
    const token = { ...org.admin.ctx(), tokenId: asked.id };
    await expect(answerApproval(token, yes(asked))).rejects.toMatchObject({ code: "forbidden" });
    await expect(
      editApproval(token, { ...yes(asked), input: { argv: ["touch", "other"] } }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  it("from another org finds nothing, as for an id that never was", async () => {
    const foreign = await makeOrg();
    const asked = await asking();
    const there = foreign.admin.api.approval;
    await expect(there.answer.mutate({ org: foreign.slug, ...yes(asked) })).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    await expect(there.answer.mutate({ org: org.slug, ...yes(asked) })).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    expect(await statusOf(asked.id)).toBe("awaiting_approval");
  });

  it("of an auditor, and of a member to what takes the password, is refused and on record", async () => {
    const auditor = await org.join("auditor");
    const asked = await asking(secret);
    for (const by of [auditor, member]) {
      await expect(answerApproval(by.ctx(), { ...yes(asked), password })).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    const denials = (await auditTypes(org.id)).filter((type) => type === "access.denied");
    expect(denials.length).toBeGreaterThanOrEqual(2);
    expect(await statusOf(asked.id)).toBe("awaiting_approval");
  });

  it("counts with the role of this moment, not the one the page was opened with", async () => {
    const fading = await org.join("approver");
    const asked = await asking(secret);
    await changeRole(org.admin.ctx(), { memberId: fading.memberId, role: "member" });
    await expect(
      fading.api.approval.answer.mutate({ org: org.slug, ...yes(asked), password }),
    ).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
    await expect(
      changeRole(fading.ctx(), { memberId: fading.memberId, role: "admin" }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await executions(asked.id)).toBe(0);
  });

  it("is not taken more than 120 times a minute from one person", async () => {
    const eager = await org.join("member");
    const asked = await asking();
    await services.db.rateLimit.create({
      data: {
        id: `approval:${eager.memberId}`,
        key: `approval:${eager.memberId}`,
        count: 120,
        lastRequest: BigInt(Date.now()),
      },
    });
    await expect(answerApproval(eager.ctx(), yes(asked))).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("a step-up", () => {
  it("is for one call: the proof for one approves no other", async () => {
    const [one, other] = [await asking(secret), await asking(["cat", "/etc/gshadow"])];
    await answerApproval(approver.ctx(), { ...yes(one), password });
    const proof = await services.db.stepUp.findFirstOrThrow({
      where: { memberId: approver.memberId },
      orderBy: { createdAt: "desc" },
    });
    expect(proof.usedAt).not.toBeNull();
    const replay = services.db.approval.update({
      where: { id: other.approvalId },
      data: {
        status: "approved",
        answeredBy: approver.memberId,
        answeredAt: new Date(),
        stepUpId: proof.id,
      },
    });
    await expect(replay).rejects.toThrow(/step_up_id|Unique/i);
    await expect(answerApproval(approver.ctx(), yes(other))).rejects.toMatchObject({
      code: "step_up_required",
    });
    expect(await executions(other.id)).toBe(0);
  });

  it("cannot be left out by writing the approval without one", async () => {
    const asked = await asking(secret);
    const forced = services.db.approval.update({
      where: { id: asked.approvalId },
      data: { status: "approved", answeredBy: approver.memberId, answeredAt: new Date() },
    });
    await expect(forced).rejects.toThrow(/approval_password_has_step_up/);
  });
});

describe("a second person", () => {
  it("answers where policy wants one: who asked cannot, an agent on their behalf included", async () => {
    const strict = await makeOrg({ second_person: true });
    const [asker, other] = await Promise.all([strict.join("approver"), strict.join("approver")]);
    const sessionId = await openSession(strict, asker, "safe");
    const call = await request(strict, asker, { sessionId, argv: secret });
    const { id = "", shown = "", waitsFor } = call.approval ?? {};
    const answer = { approvalId: id, shown, answer: "approve" as const, password };
    expect(call.approval?.mayAnswer).toBe(false);
    expect(waitsFor?.sentence).toContain(other.name);
    expect(waitsFor?.sentence).not.toContain("you");
    await expect(answerApproval(asker.ctx(), answer)).rejects.toMatchObject({ code: "forbidden" });
    expect(await answerApproval(other.ctx(), answer)).toMatchObject({ won: true });
  });

  it("may be wanted by one rule alone, for a click too, and stays wanted when policy changes", async () => {
    const strict = await makeOrg({ second_person_rule: ["network"] });
    const [asker, other] = await Promise.all([strict.join("member"), strict.join("member")]);
    const sessionId = await openSession(strict, asker, "safe");
    const plain = await request(strict, asker, { sessionId, argv: ["touch", "x"] });
    expect(plain.approval?.mayAnswer).toBe(true);
    const call = await request(strict, asker, { sessionId, argv: ["ls"], network: true });
    const answer = {
      approvalId: call.approval?.id ?? "",
      shown: call.approval?.shown ?? "",
      answer: "approve" as const,
    };
    await strict.publish({});
    await expect(answerApproval(asker.ctx(), answer)).rejects.toMatchObject({ code: "forbidden" });
    await expect(editApproval(asker.ctx(), { ...answer, input: { argv: ["ls"] } })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await answerApproval(other.ctx(), answer)).toMatchObject({ won: true });
  });

  it("that does not exist is said in words instead of waiting in silence", async () => {
    const lonely = await makeOrg({ second_person: true });
    const sessionId = await openSession(lonely, lonely.admin, "safe");
    const call = await request(lonely, lonely.admin, { sessionId, argv: secret });
    expect(call.approval?.waitsFor).toMatchObject({ nobody: true });
    expect(call.approval?.waitsFor?.sentence).toContain("Nobody can answer this now");
  });
});

describe("changed arguments", () => {
  it("make another call, decided anew: nothing of the first's approval passes on", async () => {
    const asked = await asking();
    const edited = await editApproval(member.ctx(), {
      ...yes(asked),
      input: { argv: ["cat", "/etc/shadow"] },
    });
    expect(edited).toMatchObject({
      won: true,
      call: { status: "awaiting_approval", approval: { strength: "password", status: "pending" } },
    });
    expect(await executions(edited.call?.id ?? "")).toBe(0);
    const view = await member.api.toolCall.get.query({ org: org.slug, id: asked.id });
    expect(view).toMatchObject({ status: "cancelled", refusal: { code: "approval_replaced" } });
    expect(view.approval?.replacedBy).toBe(edited.call?.id);
    expect(await auditTypes(org.id, asked.id)).toContain("approval.replaced");
    expect(await answerApproval(member.ctx(), yes(asked))).toMatchObject({ won: false, status: "cancelled" });
  });

  it("into something denied are refused, and the first call stays ended", async () => {
    const asked = await asking();
    const edited = await editApproval(member.ctx(), { ...yes(asked), input: { argv: ["su", "root"] } });
    expect(edited.call).toMatchObject({ status: "denied", refusal: { code: "su_not_allowed" } });
    expect(await statusOf(asked.id)).toBe("cancelled");
  });

  it("that change nothing, or widen a closed input, are an error and end nothing", async () => {
    const asked = await asking();
    await expect(
      editApproval(member.ctx(), { ...yes(asked), input: { argv: ["touch", "made"] } }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    const stray = { argv: ["ls"], mode: "auto" };
    await expect(
      member.api.approval.edit.mutate({ org: org.slug, ...yes(asked), input: stray }),
    ).rejects.toMatchObject({ data: { code: "BAD_REQUEST" } });
    expect(await statusOf(asked.id)).toBe("awaiting_approval");
  });
});

describe("calls", () => {
  it("are not taken faster than policy lets one member ask, an agent's on their behalf included", async () => {
    const busy = await makeOrg({ limits: { member_calls_per_minute: 3 } });
    const sessionId = await openSession(busy, busy.admin, "safe");
    for (let at = 0; at < 3; at += 1)
      await request(busy, busy.admin, { sessionId, argv: ["touch", `${at}`] });
    await expect(request(busy, busy.admin, { sessionId, argv: ["touch", "more"] })).rejects.toMatchObject({
      data: { code: "TOO_MANY_REQUESTS" },
    });
    const other = await busy.join("member");
    expect((await request(busy, other, { sessionId, argv: ["touch", "theirs"] })).status).toBe(
      "awaiting_approval",
    );
  });
});
