import { describe, expect, it } from "vitest";
import { createSetupLink } from "@gatehouse/services/setup/create-link";
import { auditTypes, makeOrg, password } from "../../helpers/org.ts";
import { browser, services } from "../../helpers/web.ts";

const failed = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { data?: unknown; message?: string }) => error,
  );

describe("set-up", () => {
  it("makes the first org and its admin once, and signs the admin in", async () => {
    const token = (await createSetupLink(services.db, new Date())) ?? "";
    const input = {
      token,
      orgName: "First Org",
      name: "Ada",
      email: "Ada@Example.test",
      password: "a long password",
    };
    const wrong = browser();
    expect(await failed(wrong.api.setup.complete.mutate({ ...input, token: "other" }))).toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    const person = browser();
    expect(await person.api.setup.complete.mutate(input)).toEqual({ orgSlug: "first-org" });
    expect(await person.api.me.get.query()).toMatchObject({
      user: { name: "Ada", email: "ada@example.test" },
      orgs: [{ slug: "first-org", role: "admin" }],
    });
    expect(await failed(browser().api.setup.complete.mutate(input))).toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    expect(await createSetupLink(services.db, new Date())).toBeNull();
    const org = await services.db.org.findUniqueOrThrow({ where: { slug: "first-org" } });
    expect(await auditTypes(org.id)).toEqual([
      "org.created",
      "member.joined",
      "policy.published",
      "login.succeeded",
    ]);
  });

  it("lets an invited person join with the invited role, once", async () => {
    const org = await makeOrg();
    const { url } = await org.admin.api.invitation.create.mutate({
      org: org.slug,
      email: "eve@example.test",
      role: "auditor",
    });
    const token = new URL(url).searchParams.get("token") ?? "";
    const person = browser();
    expect(await person.api.invitation.get.query({ token })).toMatchObject({
      role: "auditor",
      needsAccount: true,
      accepted: false,
    });
    const answers = await Promise.all(
      [1, 2].map(() =>
        failed(person.api.invitation.accept.mutate({ token, name: "Eve", password: "a long password" })),
      ),
    );
    expect(answers.filter((one) => one === null)).toHaveLength(1);
    expect((await person.api.me.get.query()).orgs).toMatchObject([{ slug: org.slug, role: "auditor" }]);
  });
});

describe("signing in", () => {
  it("tells a wrong password and an unknown e-mail alike, and records both", async () => {
    const org = await makeOrg();
    const known = await failed(
      browser().api.login.start.mutate({ email: org.admin.email, password: "wrong password" }),
    );
    const unknown = await failed(
      browser().api.login.start.mutate({ email: "nobody@example.test", password: "wrong password" }),
    );
    expect(known).toMatchObject({ data: { code: "UNAUTHORIZED" } });
    expect(unknown?.message).toBe(known?.message);
    expect(await auditTypes(org.id)).toContain("login.failed");
  });

  it("sets a host-only cookie that no script reads, and signing out ends it", async () => {
    const org = await makeOrg();
    const person = browser();
    await person.api.login.start.mutate({ email: org.admin.email, password });
    expect((await person.api.me.get.query()).user?.email).toBe(org.admin.email);
    const stolen = new Map(person.cookies);
    await person.api.login.end.mutate();
    expect((await person.api.me.get.query()).user).toBeNull();
    expect((await browser(stolen).api.me.get.query()).user).toBeNull();
    expect(await auditTypes(org.id)).toEqual(expect.arrayContaining(["login.succeeded", "login.ended"]));
  });

  it("takes no cookie whose signature is not ours", async () => {
    const org = await makeOrg();
    const [[name, value] = ["", ""]] = [...org.admin.cookies];
    const [token] = decodeURIComponent(value).split(".");
    for (const forged of [
      token,
      `${token}.`,
      `${token}.AAAA`,
      `${token}x.${value.split(".")[1]}`,
      "%",
      "%E0%A4%A",
    ]) {
      const person = browser(new Map([[name, forged ?? ""]]));
      expect((await person.api.me.get.query()).user).toBeNull();
    }
  });

  it("locks an account's sign-in after ten wrong passwords", async () => {
    const org = await makeOrg();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await failed(browser().api.login.start.mutate({ email: org.admin.email, password: "wrong" }));
    }
    expect(
      await failed(browser().api.login.start.mutate({ email: org.admin.email, password })),
    ).toMatchObject({
      data: { code: "TOO_MANY_REQUESTS" },
    });
  });

  it("refuses a change that comes from another origin, and one that names none", async () => {
    const org = await makeOrg();
    const elsewhere = browser(org.admin.cookies, "https://evil.test");
    expect(await failed(elsewhere.api.session.create.mutate({ org: org.slug, mode: "auto" }))).not.toBeNull();
    expect(await services.db.session.count({ where: { orgId: org.id } })).toBe(0);
  });

  it("ends at once for a member who is locked", async () => {
    const org = await makeOrg();
    await services.db.member.update({ where: { id: org.admin.memberId }, data: { lockedAt: new Date() } });
    expect(await failed(org.admin.api.session.list.query({ org: org.slug }))).toMatchObject({
      data: { code: "NOT_FOUND" },
    });
  });
});
