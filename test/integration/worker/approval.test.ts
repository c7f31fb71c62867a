import { agentWorkspace } from "@gatehouse/core/path/facts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireApprovals } from "@gatehouse/services/approval/expire";
import { openSession, outputOf, request, run, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

const places = 2;
let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let approver: TestMember;
let safe: string;

beforeAll(async () => {
  worker = await startWorker({ concurrency: places });
  org = await makeOrg();
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
  safe = await openSession(org, member, "safe");
});
afterAll(() => worker.stop());

const answer = async (
  by: TestMember,
  approvalId: string,
  more: { answer?: "approve" | "reject"; password?: string } = {},
) =>
  by.api.approval.answer.mutate({
    org: org.slug,
    approvalId,
    shown: await shownNow(approvalId),
    answer: "approve",
    ...more,
  });

async function passwordCall(): Promise<{ id: string; approvalId: string }> {
  const sessionId = await openSession(org, member, "safe");
  const call = await request(org, member, { sessionId, argv: ["cat", "/etc/shadow"] });
  expect(call).toMatchObject({
    status: "awaiting_approval",
    approval: { status: "pending", strength: "password" },
  });
  return { id: call.id, approvalId: call.approval?.id ?? "" };
}

describe("a call that asks", () => {
  it("waits, runs after a click of the one who asked, and is bound to its input", async () => {
    const call = await request(org, member, { sessionId: safe, argv: ["touch", "made"] });
    expect(call).toMatchObject({
      status: "awaiting_approval",
      approval: { strength: "confirm", mayAnswer: true },
    });
    expect(call.execution).toBeUndefined();
    expect(await answer(member, call.approval?.id ?? "")).toMatchObject({ won: true, status: "approved" });
    const done = await settled(org, member, call.id);
    expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    expect(await auditTypes(org.id, call.id)).toEqual(
      expect.arrayContaining([
        "approval.requested",
        "approval.granted",
        "execution.queued",
        "execution.finished",
      ]),
    );
  });

  it("becomes a refusal when declined, and says who and why", async () => {
    const call = await request(org, member, { sessionId: safe, argv: ["touch", "no"] });
    await org.admin.api.approval.answer.mutate({
      org: org.slug,
      approvalId: call.approval?.id ?? "",
      shown: call.approval?.shown ?? "",
      answer: "reject",
      reason: "not now",
    });
    const view = await member.api.toolCall.get.query({ org: org.slug, id: call.id });
    expect(view).toMatchObject({ status: "denied", refusal: { code: "approval_rejected" } });
    expect(view.refusal?.sentence).toContain("not now");
    expect(view.approval?.answeredBy).toBe(org.admin.name);
    expect(view.execution).toBeUndefined();
  });

  it("is answered by exactly one of many at the same moment; the others are told by whom", async () => {
    const call = await request(org, member, {
      sessionId: safe,
      argv: ["bash", "-c", "echo x >> race; cat race"],
    });
    const approvalId = call.approval?.id ?? "";
    const answers = await Promise.all(
      [member, approver, org.admin, member, approver].map((by) => answer(by, approvalId)),
    );
    const won = answers.filter((one) => one.won);
    expect(won).toHaveLength(1);
    for (const one of answers) expect(one.answeredBy).toBe(won[0]?.answeredBy);
    const done = await settled(org, member, call.id);
    expect((await outputOf(org, member, done.execution?.id ?? "")).toString()).toBe("x\n");
    expect((await auditTypes(org.id, call.id)).filter((type) => type === "approval.granted")).toHaveLength(1);
  });

  it("expires into a refusal and never proceeds", async () => {
    const call = await request(org, member, { sessionId: safe, argv: ["touch", "late"] });
    const approvalId = call.approval?.id ?? "";
    await services.db.approval.update({
      where: { id: approvalId },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
    expect(await answer(member, approvalId)).toMatchObject({ won: false, status: "expired" });
    const second = await request(org, member, { sessionId: safe, argv: ["touch", "later"] });
    await services.db.approval.update({
      where: { id: second.approval?.id ?? "" },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
    await expireApprovals({ db: services.db, now: new Date() });
    for (const id of [call.id, second.id]) {
      const view = await member.api.toolCall.get.query({ org: org.slug, id });
      expect(view).toMatchObject({ status: "expired", refusal: { code: "approval_expired" } });
      expect((await auditTypes(org.id, id)).at(-1)).toBe("approval.expired");
    }
  });
});

describe("a call that asks for the password again", () => {
  it("is not answered by a member, by a wrong password or without one", async () => {
    const { approvalId } = await passwordCall();
    await expect(answer(member, approvalId, { password })).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
    await expect(answer(approver, approvalId)).rejects.toMatchObject({
      data: { appCode: "step_up_required" },
    });
    const wrong = await answer(approver, approvalId, { password: "wrong password" }).catch(
      (error: unknown) => error,
    );
    expect(wrong).toMatchObject({ data: { code: "UNAUTHORIZED", details: { attemptsLeft: 4 } } });
    const { approval } = await member.api.toolCall.get.query({
      org: org.slug,
      id: (await services.db.approval.findUniqueOrThrow({ where: { id: approvalId } })).toolCallId,
    });
    expect(approval).toMatchObject({ status: "pending", mayAnswer: false });
  });

  it("runs once after a right password, and the proof is used up with it", async () => {
    const { id, approvalId } = await passwordCall();
    expect(await answer(approver, approvalId, { password })).toMatchObject({ won: true });
    const stepUps = await services.db.stepUp.findMany({ where: { memberId: approver.memberId } });
    expect(stepUps).toHaveLength(1);
    expect(stepUps[0]?.usedAt).not.toBeNull();
    const done = await settled(org, member, id);
    expect(done.execution).toMatchObject({ state: "finished" });
    expect(await auditTypes(org.id, id)).toEqual(
      expect.arrayContaining(["step_up.succeeded", "approval.granted"]),
    );
  });

  it("locks the step-up after five wrong passwords", async () => {
    const { id, approvalId } = await passwordCall();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await answer(org.admin, approvalId, { password: "wrong password" }).catch(() => undefined);
    }
    await expect(answer(org.admin, approvalId, { password })).rejects.toMatchObject({
      data: { code: "TOO_MANY_REQUESTS" },
    });
    expect((await auditTypes(org.id, id)).filter((type) => type === "step_up.failed")).toHaveLength(5);
  });
});

describe("the second decision, on the host", () => {
  it("holds a call again when a name turns out to be a link to something sensitive", async () => {
    const auto = await openSession(org, member, "auto");
    const link = "import os; os.symlink('../keep/.s' + 'sh/id_ed25519', 'notes.txt')";
    await run(org, member, { sessionId: auto, argv: ["python3", "-c", link] });
    const call = await request(org, member, { sessionId: auto, argv: ["cat", "notes.txt"] });
    expect(call.status).toBe("approved");
    const held = await until("the call to be held", async () => {
      const view = await member.api.toolCall.get.query({ org: org.slug, id: call.id });
      return view.status === "awaiting_approval" ? view : null;
    });
    expect(held.decision.reasons.some((reason) => reason.code === "sensitive_path")).toBe(true);
    expect(held.execution).toBeUndefined();
    expect(await answer(member, held.approval?.id ?? "")).toMatchObject({ won: true });
    const done = await settled(org, member, call.id);
    expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    expect(await auditTypes(org.id, call.id)).toContain("execution.held");
  });

  it("refuses a queued call when its program was denied meanwhile", async () => {
    const other = await makeOrg();
    const sessionId = await openSession(other, other.admin);
    const start = (...argv: string[]) => request(other, other.admin, { sessionId, argv });
    const busy = await Promise.all(Array.from({ length: places }, () => start("sleep", "600")));
    for (const { id } of busy)
      await until("every place to be taken", async () => {
        const view = await other.admin.api.toolCall.get.query({ org: other.slug, id });
        return view.execution?.state === "running";
      });
    const call = await start("tail", "/dev/null");
    expect(call.execution?.state).toBe("queued");
    await other.admin.api.policy.addDenied.mutate({
      org: other.slug,
      name: "tail",
      reason: "no tails",
      expectedNumber: 1,
    });
    for (const { id } of busy) await other.admin.api.toolCall.cancel.mutate({ org: other.slug, id });
    const done = await settled(other, other.admin, call.id);
    expect(done).toMatchObject({
      execution: { outcome: "refused" },
      refusal: { code: "denied_command" },
      decision: { verdict: "deny", policyNumber: 2 },
    });
    expect(await auditTypes(other.id, call.id)).not.toContain("execution.started");
  });

  it("refuses a call that was approved after a version that denies its program", async () => {
    const other = await makeOrg();
    const sessionId = await openSession(other, other.admin, "safe");
    const call = await request(other, other.admin, { sessionId, argv: ["touch", "made"] });
    await other.publish({ denied_command: ["touch"] });
    const { id: approvalId = "", shown = "" } = call.approval ?? {};
    await other.admin.api.approval.answer.mutate({ org: other.slug, approvalId, shown, answer: "approve" });
    const done = await settled(other, other.admin, call.id);
    expect(done).toMatchObject({ execution: { outcome: "refused" }, refusal: { code: "denied_command" } });
    expect(await auditTypes(other.id, call.id)).not.toContain("execution.started");
  });
});

describe("rm", () => {
  it("moves to the trash, says what moved, and deletes nothing", async () => {
    const auto = await openSession(org, member, "auto");
    await run(org, member, {
      sessionId: auto,
      argv: ["bash", "-c", "mkdir d; echo 1 > d/f; echo 2 > -f; ln -s d l; touch keep"],
    });
    const done = await run(org, member, {
      sessionId: auto,
      argv: ["rm", "-r", "--", "d", "-f", "l", "missing"],
    });
    expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    const text = (await outputOf(org, member, done.execution?.id ?? "")).toString();
    expect(text).toContain(`moved to trash: ${agentWorkspace}/d/\n`);
    expect(text).toContain(`moved to trash: ${agentWorkspace}/-f\n`);
    expect(text).toContain("rm: cannot remove 'missing': No such file or directory\n");
    const items = await services.db.trashItem.findMany({ where: { executionId: done.execution?.id ?? "" } });
    expect(items.map((item) => [item.originalPath, item.kind]).sort()).toEqual([
      [`${agentWorkspace}/-f`, "file"],
      [`${agentWorkspace}/d`, "directory"],
      [`${agentWorkspace}/l`, "link"],
    ]);
    const left = await run(org, member, { sessionId: auto, argv: ["ls"] });
    expect((await outputOf(org, member, left.execution?.id ?? "")).toString()).toBe("keep\n");
  });

  it("refuses the workspace itself and a directory without -r", async () => {
    const auto = await openSession(org, member, "auto");
    const call = await request(org, member, { sessionId: auto, argv: ["rm", "-rf", "."] });
    expect(call).toMatchObject({ status: "denied", refusal: { code: "rm_target" } });
    await run(org, member, { sessionId: auto, argv: ["mkdir", "d"] });
    const done = await run(org, member, { sessionId: auto, argv: ["rm", "d"] });
    expect(done.execution).toMatchObject({ exitCode: 1 });
    expect((await outputOf(org, member, done.execution?.id ?? "")).toString()).toContain("Is a directory");
  });
});

describe("a call outside the sandbox on a host that was not set up for it", () => {
  it("is refused after its approval, says so, and nothing was started", async () => {
    const elevated = await makeOrg({ elevation: true });
    const sessionId = await openSession(elevated, elevated.admin);
    for (const wanted of [{ argv: ["id"], sandbox: false }, { argv: ["sudo", "id"] }]) {
      const call = await request(elevated, elevated.admin, { sessionId, ...wanted });
      expect(call).toMatchObject({ status: "awaiting_approval", approval: { strength: "password" } });
      await elevated.admin.api.approval.answer.mutate({
        org: elevated.slug,
        approvalId: call.approval?.id ?? "",
        shown: call.approval?.shown ?? "",
        answer: "approve",
        password,
      });
      const view = await settled(elevated, elevated.admin, call.id);
      expect(view.execution).toMatchObject({
        outcome: "refused",
        refusal: { code: "elevation_unavailable" },
      });
      expect(await auditTypes(elevated.id, call.id)).not.toContain("execution.started");
    }
  });
});
