import { beforeAll, describe, expect, it } from "vitest";
import { openSession, request } from "../../helpers/call.ts";
import { enrolTotp } from "../../helpers/enrol-totp.ts";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makePasskey } from "../../helpers/passkey.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { services } from "../../helpers/web.ts";

/** Attempts to prove with an authenticator app or a passkey what was not proved. An execution row is a success. */
let org: TestOrg;
let member: TestMember;
let approver: TestMember;
let other: TestMember;

beforeAll(async () => {
  await makeQuietHost();
  org = await makeOrg();
  [member, approver, other] = await Promise.all([
    org.join("member"),
    org.join("approver"),
    org.join("approver"),
  ]);
});

async function asking() {
  const sessionId = await openSession(org, member, "safe");
  const call = await request(org, member, { sessionId, argv: ["cat", "/etc/shadow"] });
  if (call.approval === undefined) throw new Error("the call does not ask");
  const of = { org: org.slug, approvalId: call.approval.id, shown: call.approval.shown };
  return { id: call.id, of, yes: { ...of, answer: "approve" as const } };
}
type Asked = Awaited<ReturnType<typeof asking>>;

const forget = (by: TestMember) =>
  services.db.rateLimit.deleteMany({ where: { key: `step_up:${by.memberId}` } });

async function refused(by: TestMember, asked: Asked, proof: object): Promise<void> {
  await forget(by);
  const answered = by.api.approval.answer.mutate({ ...asked.yes, ...proof });
  await expect(answered).rejects.toMatchObject({ data: { code: "UNAUTHORIZED" } });
  expect(await services.db.execution.count({ where: { toolCallId: asked.id } })).toBe(0);
}

async function stepUpEvents(id: string) {
  const rows = await services.db.auditEvent.findMany({
    where: { toolCallId: id, type: { startsWith: "step_up." } },
    orderBy: { seq: "asc" },
  });
  return rows.map((row) => [
    row.type,
    (JSON.parse(row.body) as { payload: { method: string } }).payload.method,
  ]);
}

describe("a code of the authenticator app", () => {
  it("steps up for one call, and the same code again for none", async () => {
    const [one, two] = [await asking(), await asking()];
    const { fresh, recoveryCodes } = await enrolTotp(approver);
    const code = await fresh();
    expect(await approver.api.approval.answer.mutate({ ...one.yes, code })).toMatchObject({ won: true });
    await refused(approver, two, { code });
    await refused(approver, two, { code: "000000" });
    await refused(approver, two, { code: recoveryCodes[0] });
    expect((await approver.api.me.security.query()).totp).toMatchObject({ recoveryLeft: 10 });
    expect(await stepUpEvents(one.id)).toEqual([["step_up.succeeded", "totp"]]);
    expect(await stepUpEvents(two.id)).toEqual(Array(3).fill(["step_up.failed", "totp"]));
    const proof = await services.db.stepUp.findFirstOrThrow({ where: { memberId: approver.memberId } });
    expect(proof).toMatchObject({ method: "totp" });
    expect(proof.usedAt).not.toBeNull();
  });

  it("is worth nothing of a person who has no app, or of another person", async () => {
    const asked = await asking();
    const { fresh } = await enrolTotp(org.admin);
    const theirs = await fresh();
    await refused(other, asked, { code: theirs });
    await refused(approver, asked, { code: theirs });
  });

  it("counts with wrong passwords and passkeys: five in all, then nothing is tried", async () => {
    const asked = await asking();
    const tired = await org.join("approver");
    const wrong = [{ code: "000000" }, { password: "no" }, { code: "000000" }, { password: "no" }];
    const left: unknown[] = [];
    for (const proof of [...wrong, { code: "000000" }]) {
      await tired.api.approval.answer.mutate({ ...asked.yes, ...proof }).catch((error: unknown) => {
        left.push((error as { data: { details: { attemptsLeft: number } } }).data.details.attemptsLeft);
      });
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    await expect(tired.api.approval.answer.mutate({ ...asked.yes, password })).rejects.toMatchObject({
      data: { code: "TOO_MANY_REQUESTS" },
    });
  });
});

describe("a passkey", () => {
  const challengeFor = async (by: TestMember, asked: Asked) => {
    const { challengeId, options } = await by.api.approval.passkeyOptions.mutate(asked.of);
    return { challengeId, challenge: options.challenge, allowed: options.allowCredentials ?? [] };
  };

  it("steps up for exactly the approval it was asked for, once, with this person's key", async () => {
    const [one, two] = [await asking(), await asking()];
    const key = await makePasskey(other.userId);
    const { challengeId, challenge, allowed } = await challengeFor(other, one);
    expect(allowed.map(({ id }) => id)).toEqual([key.id]);
    const response = key.answer({ challenge });
    await refused(other, two, { passkey: { challengeId, response } });
    expect(
      await other.api.approval.answer.mutate({ ...one.yes, passkey: { challengeId, response } }),
    ).toMatchObject({ won: true });
    await refused(other, two, { passkey: { challengeId, response } });
    expect(await stepUpEvents(one.id)).toEqual([["step_up.succeeded", "passkey"]]);
    expect(await stepUpEvents(two.id)).toEqual(Array(2).fill(["step_up.failed", "passkey"]));
  });

  it("is refused with a challenge of another person, of a sign-in, or that is too old", async () => {
    const asked = await asking();
    const mine = await makePasskey(approver.userId);
    await makePasskey(org.admin.userId);
    const theirs = await challengeFor(org.admin, asked);
    const answerTo = (of: { challengeId: string; challenge: string }) => ({
      passkey: { challengeId: of.challengeId, response: mine.answer({ challenge: of.challenge }) },
    });
    await refused(approver, asked, answerTo(theirs));
    const signIn = await approver.api.login.passkeyOptions.mutate();
    await refused(
      approver,
      asked,
      answerTo({ challengeId: signIn.challengeId, challenge: signIn.options.challenge }),
    );
    const old = await challengeFor(approver, asked);
    await services.db.passkeyChallenge.update({
      where: { id: old.challengeId },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
    await refused(approver, asked, answerTo(old));
  });

  it("is refused from another origin or host, without the owner's check, with another's key, or copied", async () => {
    const asked = await asking();
    const by = await org.join("approver");
    const key = await makePasskey(by.userId);
    const foreign = await makePasskey(member.userId);
    const attempt = async (with_: typeof key, how: object) => {
      const { challengeId, challenge } = await challengeFor(by, asked);
      return { passkey: { challengeId, response: with_.answer({ challenge, ...how }) } };
    };
    await refused(by, asked, await attempt(key, { origin: "https://gatehouse.evil.test" }));
    await refused(by, asked, await attempt(key, { host: "evil.test" }));
    await refused(by, asked, await attempt(key, { verified: false }));
    await refused(by, asked, await attempt(foreign, {}));
    await services.db.passkey.updateMany({ where: { credentialId: key.id }, data: { counter: 40n } });
    await refused(by, asked, await attempt(key, { counter: 40 }));
    await forget(by);
    const right = await attempt(key, { counter: 41 });
    expect(await by.api.approval.answer.mutate({ ...asked.yes, ...right })).toMatchObject({ won: true });
  });

  it("of nobody gets no challenge, and one for a stale question neither", async () => {
    const asked = await asking();
    const none = await org.join("approver");
    await expect(none.api.approval.passkeyOptions.mutate(asked.of)).rejects.toMatchObject({
      data: { code: "CONFLICT" },
    });
    await expect(
      other.api.approval.passkeyOptions.mutate({ ...asked.of, shown: "9:x" }),
    ).rejects.toMatchObject({ data: { code: "CONFLICT" } });
    await expect(member.api.approval.passkeyOptions.mutate(asked.of)).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
  });
});
