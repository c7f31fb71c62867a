import { describe, expect, it } from "vitest";
import { createInvitation } from "@gatehouse/services/invitation/create";
import { makeOrg, password } from "../../helpers/org.ts";
import { browser, services } from "../../helpers/web.ts";

const failed = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { data?: unknown }) => error,
  );

describe("the password of an account", () => {
  it("is counted in one place: an invitation gives no further tries, and a right one forgives", async () => {
    const [org, other] = [await makeOrg(), await makeOrg()];
    const { email } = await org.join("member");
    const { token } = await createInvitation(other.admin.ctx(), { email, role: "member" });
    const accept = (given: string) =>
      failed(browser().api.invitation.accept.mutate({ token, name: "Mallory", password: given }));
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await accept(`wrong password ${attempt}`)).toMatchObject({ data: { code: "UNAUTHORIZED" } });
    }
    expect(await accept(password)).toMatchObject({ data: { code: "TOO_MANY_REQUESTS" } });
    expect(await failed(browser().api.login.start.mutate({ email, password }))).toMatchObject({
      data: { code: "TOO_MANY_REQUESTS" },
    });
    await services.db.rateLimit.deleteMany({ where: { key: { startsWith: "login:account:" } } });
    expect(await accept(password)).toBeNull();
    expect(await services.db.rateLimit.count({ where: { key: { startsWith: "login:account:" } } })).toBe(0);
  });
});

describe("a database that is away", () => {
  it("is told in one sentence, with nothing of the inside, before a request has even a person", async () => {
    const { pool } = services;
    const real = pool.query;
    const inside = "connect ECONNREFUSED 10.9.8.7:5432 gatehouse_app";
    pool.query = (() => Promise.reject(Object.assign(new Error(inside), { code: "ECONNREFUSED" }))) as never;
    try {
      const { admin } = await makeOrg();
      const response = await admin.fetch("http://gatehouse.test/api/trpc/me.get");
      const text = await response.text();
      expect(response.status).toBe(503);
      expect(text).toContain("The database does not answer");
      expect(text).not.toMatch(/10\.9\.8\.7|gatehouse_app|ECONNREFUSED|"stack":"/);
    } finally {
      pool.query = real;
    }
  });
});

describe("text that Postgres cannot hold", () => {
  it("is refused as input or simply found nowhere, never a fault", async () => {
    const org = await makeOrg();
    const { api } = org.admin;
    const { slug } = org;
    for (const bad of ["a\0b\0c\0d\0", "\ud800 lone lone"]) {
      const tries: Promise<unknown>[] = [
        api.session.list.query({ org: slug, query: bad }),
        api.session.list.query({ org: slug, cursor: `2026-01-01T00:00:00Z|${bad}` }),
        api.audit.list.query({ org: slug, text: bad }),
        api.audit.list.query({ org: slug, program: bad }),
        api.policy.addDenied.mutate({ org: slug, name: bad, reason: "x", expectedNumber: 1 }),
        api.session.create.mutate({ org: slug, mode: "safe", title: bad }),
        api.me.get.query(),
        browser().api.login.start.mutate({ email: `${bad}@example.test`, password: bad }),
        browser().api.invitation.get.query({ token: bad }),
        api.session.list.query({ org: bad }),
      ];
      for (const [at, ended] of (await Promise.all(tries.map(failed))).entries()) {
        const { data } = (ended ?? {}) as { data?: { code?: string } };
        expect(`${at} ${data?.code ?? "ok"} ${String((ended as Error | null)?.message)}`).not.toMatch(
          /INTERNAL|_UNAVAILABLE/,
        );
      }
    }
  });
});

it("deeply nested input is refused and ends nothing", async () => {
  const org = await makeOrg();
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  for (const path of ["toolCall.request", "login.start", "setup.complete"]) {
    const response = await org.admin.fetch(`http://gatehouse.test/api/trpc/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"json":${deep}}`,
    });
    expect([400, 500]).toContain(response.status);
    expect(await response.text()).not.toMatch(/node_modules|at .*\.ts/);
  }
  expect(await org.admin.api.me.get.query()).toBeTruthy();
});
