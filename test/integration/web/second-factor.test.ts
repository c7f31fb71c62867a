import { describe, expect, it } from "vitest";
import { enrolTotp } from "../../helpers/enrol-totp.ts";
import { auditTypes, makeOrg, password } from "../../helpers/org.ts";
import { browser, services } from "../../helpers/web.ts";

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { message: string; data?: { code?: string } }) => error.data?.code ?? error.message,
  );

describe("an authenticator app", () => {
  it("is asked for at sign-in, each of its codes once, and a recovery code once", async () => {
    const org = await makeOrg();
    const { email } = org.admin;
    const { otp, recoveryCodes } = await enrolTotp(org.admin);
    const asked = browser();
    expect(await asked.api.login.start.mutate({ email, password })).toEqual({ ok: false, need: "code" });
    expect((await asked.api.me.get.query()).user).toBeNull();
    const used = await services.db.userTotp.findUniqueOrThrow({ where: { userId: org.admin.userId } });
    const replayed = await otp.hotp(Number(used.lastStep));
    expect(await failure(browser().api.login.start.mutate({ email, password, code: replayed }))).toBe(
      "UNAUTHORIZED",
    );
    const [code = ""] = recoveryCodes;
    const person = browser();
    expect(await person.api.login.start.mutate({ email, password, code })).toMatchObject({ ok: true });
    expect((await person.api.me.get.query()).user?.email).toBe(email);
    expect(await failure(browser().api.login.start.mutate({ email, password, code }))).toBe("UNAUTHORIZED");
    expect(await auditTypes(org.id)).toContain("second_factor.added");
  });

  it("is neither set up nor removed without a fresh proof, and its secret is kept sealed", async () => {
    const org = await makeOrg();
    const { api } = org.admin;
    expect(await failure(api.me.beginTotp.mutate({}))).toBe("PRECONDITION_FAILED");
    expect(await failure(api.me.beginTotp.mutate({ password: "wrong password" }))).toBe("UNAUTHORIZED");
    await enrolTotp(org.admin);
    expect(await failure(api.me.removeTotp.mutate({ password }))).toBe("PRECONDITION_FAILED");
    expect(await failure(api.me.removeTotp.mutate({ code: "000000" }))).toBe("UNAUTHORIZED");
    expect((await api.me.security.query()).totp).not.toBeNull();
  });

  it("is required where the org says so, before anything of the org is reached", async () => {
    const org = await makeOrg();
    await services.db.org.update({ where: { id: org.id }, data: { secondFactorRoles: ["admin"] } });
    expect(await failure(org.admin.api.session.list.query({ org: org.slug }))).toBe("FORBIDDEN");
    await enrolTotp(org.admin);
    expect(await org.admin.api.session.list.query({ org: org.slug })).toBeDefined();
  });
});

describe("failing on a person's behalf", () => {
  it("keeps no browser out that has signed in before", async () => {
    const org = await makeOrg();
    const { email } = org.admin;
    const own = browser();
    await own.api.login.start.mutate({ email, password });
    for (let attempt = 0; attempt < 11; attempt += 1)
      await failure(browser().api.login.start.mutate({ email, password: "wrong password" }));
    expect(await failure(browser().api.login.start.mutate({ email, password }))).toBe("TOO_MANY_REQUESTS");
    expect(await own.api.login.start.mutate({ email, password })).toMatchObject({ ok: true });
  });

  it("ends the login that the browser had before, and gives each sign-in a token of its own", async () => {
    const org = await makeOrg();
    const person = browser();
    const { email } = org.admin;
    await person.api.login.start.mutate({ email, password });
    const before = new Map(person.cookies);
    await person.api.login.start.mutate({ email, password });
    expect((await browser(before).api.me.get.query()).user).toBeNull();
    expect((await person.api.me.get.query()).user?.email).toBe(email);
  });
});
