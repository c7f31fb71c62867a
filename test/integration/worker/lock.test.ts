import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, request, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { bearer, browser, services, signedIn } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;

beforeAll(async () => {
  worker = await startWorker({ concurrency: 1 });
  org = await makeOrg({ limits: { member_concurrency: 1 } });
});
afterAll(() => worker.stop());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { message: string; data?: { code?: string } }) => ({
      code: error.data?.code,
      message: error.message,
    }),
  );
const lock = (member: TestMember) =>
  org.admin.api.member.lock.mutate({ org: org.slug, memberId: member.memberId });

describe("locking a member", () => {
  it("ends their command, what waits, logins, token and stream within two seconds", async () => {
    const member = await org.join("member");
    const sessionId = await openSession(org, member);
    const running = await request(org, member, { sessionId, argv: ["sleep", "600"] });
    await until("the command to run", async () => {
      const view = await member.api.toolCall.get.query({ org: org.slug, id: running.id });
      return view.status === "executing";
    });
    const queued = await request(org, member, { sessionId, argv: ["echo", "later"] });
    const { token } = await member.api.token.create.mutate({
      org: org.slug,
      name: "t",
      scopes: ["session.read"],
      days: 1,
    });
    const second = await signedIn(member.userId);
    let streamEnd: unknown = null;
    second.api.toolCall.watch.subscribe(
      { org: org.slug, sessionId },
      { onError: (error) => (streamEnd = error.data?.code ?? error.message) },
    );
    expect(await bearer(token).api.session.list.query({ org: org.slug })).toBeDefined();

    const begun = performance.now();
    await lock(member);
    expect(await failure(member.api.session.list.query({ org: org.slug }))).toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(await failure(second.api.session.list.query({ org: org.slug }))).not.toBeNull();
    expect(await failure(bearer(token).api.session.list.query({ org: org.slug }))).not.toBeNull();
    const view = await settled(org, org.admin, running.id);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(view.execution?.outcome).toBe("cancelled");
    expect(JSON.stringify(view)).toContain("The member who asked was locked.");
    expect((await settled(org, org.admin, queued.id)).status).toBe("cancelled");
    await until("the stream to end", async () => streamEnd !== null, 5_000);
    expect(await auditTypes(org.id)).toContain("member.locked");
  });

  it("refuses the sign-in with the reason to whoever knows the password, and to nobody else", async () => {
    const member = await org.join("member");
    await lock(member);
    const right = await failure(browser().api.login.start.mutate({ email: member.email, password }));
    expect(right).toMatchObject({ code: "FORBIDDEN", message: expect.stringContaining("locked") });
    const wrong = await failure(
      browser().api.login.start.mutate({ email: member.email, password: "not the password" }),
    );
    expect(wrong).toMatchObject({ code: "UNAUTHORIZED", message: "E-mail or password is wrong." });
    await org.admin.api.member.unlock.mutate({ org: org.slug, memberId: member.memberId });
    await browser().api.login.start.mutate({ email: member.email, password });
  });

  it("never locks oneself, and of two admins who lock each other one stays", async () => {
    const own = await failure(lock(org.admin));
    expect(own).toMatchObject({ code: "CONFLICT" });
    const other = await org.join("admin");
    const answers = await Promise.all([
      failure(lock(other)),
      failure(other.api.member.lock.mutate({ org: org.slug, memberId: org.admin.memberId })),
    ]);
    const open = await services.db.member.count({
      where: { orgId: org.id, role: "admin", lockedAt: null },
    });
    expect(open).toBe(1);
    expect(answers.filter((one) => one === null)).toHaveLength(1);
    await services.db.member.updateMany({ where: { orgId: org.id }, data: { lockedAt: null } });
  });

  it("lets a call that was under way be ended or refused, never run", async () => {
    const admin = await org.join("admin");
    const member = await org.join("member");
    const sessionId = await openSession(org, member);
    const ctx = member.ctx();
    await admin.api.member.lock.mutate({ org: org.slug, memberId: member.memberId });
    const { requestToolCall } = await import("@gatehouse/services/tool-call/request");
    await expect(
      requestToolCall(ctx, { sessionId, requestKey: "late", input: { argv: ["echo", "x"] } } as never),
    ).rejects.toThrow();
    expect(await services.db.toolCall.count({ where: { sessionId } })).toBe(0);
  });
});
