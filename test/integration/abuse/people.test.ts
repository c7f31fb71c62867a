import { beforeAll, describe, expect, it } from "vitest";
import { claimNext } from "@gatehouse/services/execution/claim";
import { openSession, request } from "../../helpers/call.ts";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { browser, services, signedIn } from "../../helpers/web.ts";

/** Attempts to become somebody, or to become more than one is. */
let hostId: string;
let org: TestOrg;
let member: TestMember;
let approver: TestMember;

beforeAll(async () => {
  hostId = await makeQuietHost();
  org = await makeOrg();
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
});

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "OK",
    (error: { data?: { code?: string } }) => error.data?.code ?? String(error),
  );
const roleOf = async (id: string) => (await services.db.member.findUniqueOrThrow({ where: { id } })).role;

async function invited(role: "member" | "admin" = "member"): Promise<{ token: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.test`;
  const { url } = await org.admin.api.invitation.create.mutate({ org: org.slug, email, role });
  return { token: new URL(url).searchParams.get("token") ?? "", email };
}

describe("an invitation", () => {
  const accept = (token: string, more: object = {}) =>
    browser().api.invitation.accept.mutate({ token, name: "Eve", password: "a long password", ...more });

  it("that is over, was revoked, or was never made lets nobody in", async () => {
    const late = await invited();
    await services.db.invitation.updateMany({
      where: { orgId: org.id, email: late.email },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
    const gone = await invited();
    const { id } = await services.db.invitation.findFirstOrThrow({ where: { email: gone.email } });
    await org.admin.api.invitation.revoke.mutate({ org: org.slug, id });
    const members = await services.db.member.count({ where: { orgId: org.id } });
    for (const token of [late.token, gone.token, `${gone.token}x`, "x".repeat(43)])
      expect(await codeOf(accept(token))).not.toBe("OK");
    expect(await services.db.member.count({ where: { orgId: org.id } })).toBe(members);
  });

  it("gives the role that it was made with, whatever comes with its acceptance", async () => {
    const { token, email } = await invited();
    await accept(token, { role: "admin", org: org.slug, orgId: org.id });
    const user = await services.db.user.findFirstOrThrow({ where: { email } });
    const joined = await services.db.member.findFirstOrThrow({ where: { userId: user.id } });
    expect(joined.role).toBe("member");
  });

  it("is made by admins alone, for no role that a member may give", async () => {
    for (const by of [member, approver])
      for (const role of ["admin", "approver", "member"] as const)
        expect(
          await codeOf(
            by.api.invitation.create.mutate({ org: org.slug, email: `${role}@example.test`, role }),
          ),
        ).toBe("FORBIDDEN");
  });

  it("takes an account over for nobody who does not know its password", async () => {
    const { email } = (await makeOrg()).admin;
    const made = { org: org.slug, email, role: "member" as const };
    const { url } = await org.admin.api.invitation.create.mutate(made);
    const token = new URL(url).searchParams.get("token") ?? "";
    const person = browser();
    await codeOf(person.api.invitation.accept.mutate({ token, name: "Eve", password: "a wrong password" }));
    expect((await person.api.me.get.query()).user).toBeNull();
  });
});

describe("a role", () => {
  it("is raised by nobody for themselves, nor by an approver for a friend", async () => {
    for (const [by, memberId] of [
      [member, member.memberId],
      [approver, approver.memberId],
      [approver, member.memberId],
    ] as const)
      expect(await codeOf(by.api.member.changeRole.mutate({ org: org.slug, memberId, role: "admin" }))).toBe(
        "FORBIDDEN",
      );
    expect([await roleOf(member.memberId), await roleOf(approver.memberId)]).toEqual(["member", "approver"]);
  });

  it("of the last admin is neither changed nor locked away", async () => {
    const alone = await makeOrg();
    const { memberId } = alone.admin;
    const api = alone.admin.api.member;
    expect(await codeOf(api.changeRole.mutate({ org: alone.slug, memberId, role: "member" }))).not.toBe("OK");
    expect(await codeOf(api.lock.mutate({ org: alone.slug, memberId }))).not.toBe("OK");
    expect(await roleOf(memberId)).toBe("admin");
  });
});

describe("guesses at a password", () => {
  it("many at the same moment are no more than the limit, and the right one among them opens nothing after it", async () => {
    const victim = await org.join("member");
    const guesses = Array.from({ length: 25 }, (_, at) =>
      codeOf(browser().api.login.start.mutate({ email: victim.email, password: `wrong ${at}` })),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "UNAUTHORIZED").length).toBeLessThanOrEqual(10);
    expect(codes).toContain("TOO_MANY_REQUESTS");
    expect(await codeOf(browser().api.login.start.mutate({ email: victim.email, password }))).toBe(
      "TOO_MANY_REQUESTS",
    );
  });

  it("to step up are five at the same moment too, and the call still waits", async () => {
    const guesser = await org.join("approver");
    const call = await request(org, member, {
      sessionId: await openSession(org, member, "safe"),
      argv: ["cat", "/etc/shadow"],
    });
    const answer = (secret: string) =>
      guesser.api.approval.answer.mutate({
        org: org.slug,
        approvalId: call.approval?.id ?? "",
        shown: call.approval?.shown ?? "",
        answer: "approve",
        password: secret,
      });
    const codes = await Promise.all(Array.from({ length: 12 }, (_, at) => codeOf(answer(`wrong ${at}`))));
    expect(codes.filter((code) => code === "UNAUTHORIZED").length).toBeLessThanOrEqual(5);
    expect(await codeOf(answer(password))).toBe("TOO_MANY_REQUESTS");
    expect(await services.db.execution.count({ where: { toolCallId: call.id } })).toBe(0);
  });
});

describe("a second person", () => {
  it("is not the same person in a second browser", async () => {
    const strict = await makeOrg({ second_person: true });
    const asker = await strict.join("approver");
    const again = await signedIn(asker.userId);
    const sessionId = await openSession(strict, asker, "safe");
    const call = await request(strict, asker, { sessionId, argv: ["cat", "/etc/shadow"] });
    const answer = {
      org: strict.slug,
      approvalId: call.approval?.id ?? "",
      shown: call.approval?.shown ?? "",
      answer: "approve" as const,
      password,
    };
    expect(await codeOf(again.api.approval.answer.mutate(answer))).toBe("FORBIDDEN");
    expect(await services.db.execution.count({ where: { toolCallId: call.id } })).toBe(0);
  });
});

describe("a host", () => {
  it("is given no execution of another host, by whatever it asks", async () => {
    const other = await makeQuietHost("cordoned");
    const sessionId = await openSession(org, member);
    const call = await request(org, member, { sessionId, argv: ["touch", "made"] });
    expect(call.execution?.state).toBe("queued");
    const claim = { commands: "free", background: true } as const;
    expect(await claimNext({ ...services, hostId: other }, claim)).toBeNull();
    const taken = await claimNext({ ...services, hostId }, claim);
    expect(taken?.work.toolCallId).toBe(call.id);
  });
});
