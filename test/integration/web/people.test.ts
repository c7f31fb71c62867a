import { beforeAll, describe, expect, it } from "vitest";
import { enrolTotp } from "../../helpers/enrol-totp.ts";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makePasskey } from "../../helpers/passkey.ts";
import { browser, services, signedIn } from "../../helpers/web.ts";
import { newId } from "@gatehouse/services/new-id";

let org: TestOrg;
beforeAll(async () => {
  org = await makeOrg();
});

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "OK",
    (error: { data?: { code?: string } }) => error.data?.code ?? "unknown",
  );

async function lastEvent(orgId: string, type: string): Promise<Record<string, unknown>> {
  const row = await services.db.auditEvent.findFirstOrThrow({
    where: { orgId, type },
    orderBy: { seq: "desc" },
  });
  return (JSON.parse(row.body) as { payload: Record<string, unknown> }).payload;
}

describe("the settings of an org", () => {
  it("are changed one by one, each with what it was and is on record, and not where nothing changes", async () => {
    const { admin, slug } = await makeOrg();
    const of = { org: slug };
    const { name: before } = await admin.api.org.settings.query(of);
    expect(await admin.api.org.changeSettings.mutate({ ...of, name: "Renamed" })).toEqual({ changed: true });
    const orgId = admin.ctx().org.id;
    expect(await lastEvent(orgId, "org.settings_changed")).toMatchObject({
      before: { name: before },
      after: { name: "Renamed" },
    });
    await admin.api.org.changeSettings.mutate({ ...of, secondFactorRoles: ["auditor"] });
    expect(await admin.api.org.settings.query(of)).toMatchObject({
      name: "Renamed",
      secondFactorRoles: ["auditor"],
      publicUrl: "http://gatehouse.test",
    });
    expect(await admin.api.org.changeSettings.mutate({ ...of, name: "Renamed" })).toEqual({ changed: false });
  });

  it("shorten the logins that are open when logins shall last shorter, and those of no other org", async () => {
    const { admin, slug } = await makeOrg();
    const own = await services.db.login.findFirstOrThrow({ where: { userId: admin.userId } });
    const far = new Date(Date.now() + 100 * 3_600_000);
    await services.db.login.updateMany({
      where: { userId: { in: [admin.userId, org.admin.userId] } },
      data: { seconds: 600_000, expiresAt: far },
    });
    await admin.api.org.changeSettings.mutate({ org: slug, loginHours: 2 });
    const short = await services.db.login.findUniqueOrThrow({ where: { id: own.id } });
    expect(short.seconds).toBe(7_200);
    expect(short.expiresAt.getTime()).toBeLessThan(Date.now() + 7_300_000);
    const other = await services.db.login.findFirstOrThrow({ where: { userId: org.admin.userId } });
    expect(other.seconds).toBe(600_000);
    for (const loginHours of [0, 721, 1.5])
      expect(await codeOf(admin.api.org.changeSettings.mutate({ org: slug, loginHours }))).toBe(
        "BAD_REQUEST",
      );
  });

  it("ask an admin without a second factor to confirm before they ask one of admins", async () => {
    const { admin, slug } = await makeOrg();
    const change = { org: slug, secondFactorRoles: ["admin" as const] };
    expect(await codeOf(admin.api.org.changeSettings.mutate(change))).toBe("CONFLICT");
    expect(await codeOf(admin.api.session.list.query({ org: slug }))).toBe("OK");
    await admin.api.org.changeSettings.mutate({ ...change, confirmed: true });
    expect(await codeOf(admin.api.session.list.query({ org: slug }))).toBe("FORBIDDEN");
    expect((await admin.api.me.get.query()).orgs[0]).toMatchObject({ needsSecondFactor: true });
    await enrolTotp(admin);
    expect(await codeOf(admin.api.session.list.query({ org: slug }))).toBe("OK");
  });
});

describe("a member's second factor", () => {
  const reset = (by: TestMember, of: TestMember, proof: object) =>
    by.api.member.resetSecondFactor.mutate({ org: org.slug, memberId: of.memberId, ...proof });

  it("is reset by an admin who proves that it is them: all of it goes, with every login, and they are told", async () => {
    const member = await org.join("member");
    await enrolTotp(member);
    await makePasskey(member.userId);
    const seen = async (by: TestMember) =>
      (await by.api.member.list.query({ org: org.slug })).find((one) => one.id === member.memberId);
    expect(await seen(org.admin)).toMatchObject({ secondFactor: { totp: true, passkeys: 1 } });
    expect(await seen(await org.join("approver"))).toMatchObject({ secondFactor: null });
    expect(await codeOf(reset(org.admin, member, {}))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(reset(org.admin, member, { password: "wrong password" }))).toBe("UNAUTHORIZED");
    expect(await codeOf(member.api.me.security.query())).toBe("OK");
    await reset(org.admin, member, { password });
    expect(await codeOf(member.api.me.security.query())).toBe("UNAUTHORIZED");
    expect(await lastEvent(org.id, "member.second_factor_reset")).toMatchObject({
      memberId: member.memberId,
      totp: true,
      passkeys: 1,
      logins: 1,
    });
    const back = browser();
    const entry = { email: member.email, password };
    expect(await back.api.login.start.mutate(entry)).toMatchObject({ ok: true });
    expect((await seen(org.admin))?.lastSeenAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await back.api.login.end.mutate();
    expect((await seen(org.admin))?.lastSeenAt).not.toBeNull();
    await back.api.login.start.mutate(entry);
    const told = await back.api.notification.list.query({ org: org.slug });
    expect(told.items[0]).toMatchObject({
      kind: "member.second_factor_reset",
      data: { by: org.admin.name },
    });
    expect(await codeOf(reset(org.admin, member, { password }))).toBe("CONFLICT");
  });

  it("is not reset with a passkey's proof for another member, by oneself, or over another org's head", async () => {
    const [one, two] = await Promise.all([org.join("member"), org.join("member")]);
    await Promise.all([makePasskey(one.userId), makePasskey(two.userId)]);
    const key = await makePasskey(org.admin.userId);
    const { challengeId, options } = await org.admin.api.member.resetPasskeyOptions.mutate({
      org: org.slug,
      memberId: one.memberId,
    });
    const passkey = { challengeId, response: key.answer({ challenge: options.challenge }) };
    expect(await codeOf(reset(org.admin, two, { passkey }))).toBe("UNAUTHORIZED");
    expect(await codeOf(reset(org.admin, one, { passkey }))).toBe("OK");
    expect(await codeOf(reset(org.admin, two, { passkey }))).toBe("UNAUTHORIZED");
    expect(await codeOf(reset(org.admin, org.admin, { password }))).toBe("CONFLICT");
    const other = await makeOrg();
    const role = "member";
    await services.db.member.create({
      data: { id: newId<string>(), orgId: other.id, userId: two.userId, role },
    });
    expect(await codeOf(reset(org.admin, two, { password }))).toBe("CONFLICT");
  });
});

describe("one's own account", () => {
  it("takes a new password for the old one alone, ends every other login, and counts wrong ones", async () => {
    const person = await org.join("member");
    const elsewhere = await signedIn(person.userId);
    const next = "another long password";
    const change = (current: string) => person.api.me.changePassword.mutate({ current, next });
    expect(await codeOf(change("wrong password"))).toBe("UNAUTHORIZED");
    expect(await lastEvent(org.id, "step_up.failed")).toMatchObject({ about: "account", attemptsLeft: 4 });
    expect(await change(password)).toEqual({ ended: 1 });
    expect(await codeOf(elsewhere.api.me.security.query())).toBe("UNAUTHORIZED");
    expect(await lastEvent(org.id, "password.changed")).toMatchObject({ endedLogins: 1 });
    const { email } = person;
    expect(await codeOf(browser().api.login.start.mutate({ email, password }))).toBe("UNAUTHORIZED");
    expect(await codeOf(browser().api.login.start.mutate({ email, password: next }))).toBe("OK");
    for (let attempt = 0; attempt < 5; attempt += 1) await codeOf(change("wrong password"));
    expect(await codeOf(change(next))).toBe("TOO_MANY_REQUESTS");
  });

  it("ends its own logins and no other person's, and is renamed for everybody", async () => {
    const [person, other] = await Promise.all([org.join("member"), org.join("member")]);
    const theirs = await services.db.login.findFirstOrThrow({ where: { userId: other.userId } });
    expect(await codeOf(person.api.me.endLogin.mutate({ id: theirs.id }))).toBe("NOT_FOUND");
    expect(await codeOf(other.api.me.security.query())).toBe("OK");
    await person.api.me.rename.mutate({ name: "Zoë Renamed" });
    const list = await other.api.member.list.query({ org: org.slug });
    expect(list.map(({ name }) => name)).toContain("Zoë Renamed");
    expect(await lastEvent(org.id, "member.renamed")).toMatchObject({ from: person.name, to: "Zoë Renamed" });
  });
});
