import { agentWorkspace } from "@gatehouse/core/path/facts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@gatehouse/services/new-id";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { bearer, services } from "../../helpers/web.ts";
import { shownNow } from "../../helpers/shown-now.ts";

let org: TestOrg;
let owner: TestMember;
let other: TestMember;
let sessionId: string;

beforeAll(async () => {
  org = await makeOrg();
  [owner, other] = await Promise.all([org.join("member"), org.join("member")]);
  await services.db.host.create({
    data: { id: newId<string>(), name: `host-${randomUUID()}`, version: "test", probe: {}, state: "ok" },
  });
  sessionId = (await owner.api.session.create.mutate({ org: org.slug, mode: "safe" })).id;
});

type Way = [string, (by: TestMember) => Promise<unknown>];

const reading: Way[] = [
  ["session.get", (by) => by.api.session.get.query({ org: org.slug, id: sessionId })],
  ["turn.list", (by) => by.api.turn.list.query({ org: org.slug, sessionId })],
  ["toolCall.list", (by) => by.api.toolCall.list.query({ org: org.slug, sessionId })],
  ["file.marks", (by) => by.api.file.marks.query({ org: org.slug, sessionId })],
  ["trash.list", (by) => by.api.trash.list.query({ org: org.slug, sessionId })],
  ["session.sharing", (by) => by.api.session.sharing.query({ org: org.slug, id: sessionId })],
];
const driving: Way[] = [
  ["session.rename", (by) => by.api.session.rename.mutate({ org: org.slug, id: sessionId, title: "mine" })],
  ["session.setMode", (by) => by.api.session.setMode.mutate({ org: org.slug, id: sessionId, mode: "safe" })],
  [
    "turn.say",
    (by) => by.api.turn.say.mutate({ org: org.slug, sessionId, requestKey: randomUUID(), text: "hello" }),
  ],
  [
    "toolCall.request",
    (by) =>
      by.api.toolCall.request.mutate({
        org: org.slug,
        sessionId,
        requestKey: randomUUID(),
        input: { argv: ["ls"] },
      }),
  ],
  [
    "toolCall.preview",
    (by) => by.api.toolCall.preview.query({ org: org.slug, sessionId, input: { argv: ["ls"] } }),
  ],
];

async function share(
  visibility: "private" | "org_read" | "org_drive",
  shares: { memberId: string; access: "read" | "drive" }[] = [],
): Promise<void> {
  await owner.api.session.share.mutate({ org: org.slug, id: sessionId, visibility, shares });
}

async function outcomes(ways: Way[], by: TestMember): Promise<string[]> {
  return Promise.all(
    ways.map(([, way]) =>
      way(by).then(
        () => "ok",
        (error: { data?: { code?: string } }) => error.data?.code ?? "no code",
      ),
    ),
  );
}

const all = (ways: Way[], code: string): string[] => ways.map(() => code);

it("keeps its background jobs from everybody who may not open it, whoever may see the jobs of others", async () => {
  const approver = await org.join("approver");
  const { id } = await owner.api.session.create.mutate({ org: org.slug, mode: "auto" });
  const input = { argv: ["sleep", "60"] };
  const requestKey = randomUUID();
  const job = await owner.api.job.start.mutate({ org: org.slug, sessionId: id, requestKey, input });
  const seen = (by: TestMember) => by.api.job.list.query({ org: org.slug, sessionId: id });
  await owner.api.session.share.mutate({ org: org.slug, id, visibility: "org_read", shares: [] });
  expect((await seen(approver)).items).toHaveLength(1);
  await owner.api.session.share.mutate({ org: org.slug, id, visibility: "private", shares: [] });
  expect((await seen(approver)).items).toEqual([]);
  const events = approver.api.job.events.query({ org: org.slug, toolCallId: job.id, cursor: 0 });
  await expect(events).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
  expect((await seen(owner)).items).toHaveLength(1);
  await owner.api.toolCall.cancel.mutate({ org: org.slug, id: job.id });
});

describe("a session", () => {
  it("that is private is not found by others, in no list and by no verb, and open to its owner and admins", async () => {
    await share("private");
    expect(await outcomes(reading, other)).toEqual(all(reading, "NOT_FOUND"));
    expect(await outcomes(driving, other)).toEqual(all(driving, "NOT_FOUND"));
    const listed = await other.api.session.list.query({ org: org.slug });
    expect(listed.items.map((item) => item.id)).not.toContain(sessionId);
    expect(await outcomes(reading, owner)).toEqual(all(reading, "ok"));
    expect(await outcomes(reading, org.admin)).toEqual(all(reading, "ok"));
  });

  it("that is shared for reading can be read and not driven", async () => {
    await share("org_read");
    expect(await outcomes(reading, other)).toEqual(all(reading, "ok"));
    expect(await outcomes(driving, other)).toEqual(all(driving, "FORBIDDEN"));
    expect((await other.api.session.get.query({ org: org.slug, id: sessionId })).canDrive).toBe(false);
  });

  it("that is shared with one member for driving is theirs to drive, until that is taken back", async () => {
    await share("private", [{ memberId: other.memberId, access: "drive" }]);
    expect(await outcomes(driving, other)).toEqual(all(driving, "ok"));
    await share("private");
    expect(await outcomes(driving, other)).toEqual(all(driving, "NOT_FOUND"));
  });

  it("is watched no longer by whom it was taken from and by who lost the role that opened it", async () => {
    await share("private", [{ memberId: other.memberId, access: "read" }]);
    const second = await org.join("admin");
    const token = await second.api.token.create.mutate({
      org: org.slug,
      name: "watches",
      scopes: ["session.read"],
      days: 1,
    });
    const started: string[] = [];
    const ended: string[] = [];
    const watch = (name: string, by: Pick<TestMember, "api">): void => {
      const hooks = { onStarted: () => started.push(name), onError: () => ended.push(name) };
      by.api.toolCall.watch.subscribe({ org: org.slug, sessionId }, hooks);
    };
    watch("shared with", other);
    watch("admin", second);
    watch("admin's token", bearer(token.token));
    const turns = { onStarted: () => started.push("turns"), onError: () => ended.push("turns") };
    second.api.turn.watch.subscribe({ org: org.slug, sessionId }, turns);
    await until("all to watch", async () => started.length === 4);
    await share("private");
    await until("the one it was taken from to be ended", async () => ended.includes("shared with"));
    expect(ended).toEqual(["shared with"]);
    await org.admin.api.member.changeRole.mutate({
      org: org.slug,
      memberId: second.memberId,
      role: "member",
    });
    await until("the admin that was to be ended", async () => ended.length === 4);
  });

  it("is watched no longer with a token that was revoked", async () => {
    const api = owner.api.token;
    const made = await api.create.mutate({ org: org.slug, name: "x", scopes: ["session.read"], days: 1 });
    let state = "";
    bearer(made.token).api.toolCall.watch.subscribe(
      { org: org.slug, sessionId },
      { onStarted: () => void (state = "started"), onError: () => void (state = "ended") },
    );
    await until("the token to watch", async () => state === "started");
    await api.revoke.mutate({ org: org.slug, id: made.id });
    await until("the token to be ended", async () => state === "ended");
  });

  it("is shared by its owner alone, with members of the org alone, on record", async () => {
    await share("org_drive");
    const input = { org: org.slug, id: sessionId, visibility: "private" as const, shares: [] };
    await expect(other.api.session.share.mutate(input)).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
    const stranger = (await makeOrg()).admin.memberId;
    await expect(share("private", [{ memberId: stranger, access: "read" }])).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    expect(await auditTypes(org.id)).toContain("session.shared");
  });

  it("shows whoever may look at its question all of the text it asks for, and nobody else", async () => {
    await share("private");
    const ask = async (call: Parameters<typeof owner.api.file.request.mutate>[0]["call"]) => {
      const about = { org: org.slug, sessionId, requestKey: randomUUID() };
      const asked = await owner.api.file.request.mutate({ ...about, call });
      return { shown: asked.view, approvalId: asked.view.approval?.id ?? "" };
    };
    const content = `${"x".repeat(40_000)} the end`;
    const write = await ask({
      tool: "edit_file",
      input: { mode: "write", path: `${agentWorkspace}/a.txt`, content },
    });
    expect(JSON.stringify(write.shown)).not.toContain("the end");
    const whole = (by: TestMember) =>
      by.api.approval.whole.query({ org: org.slug, approvalId: write.approvalId });
    expect(await whole(owner)).toMatchObject({ tool: "edit_file", input: { content } });
    await expect(whole(other)).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
    await owner.api.toolCall.cancel.mutate({ org: org.slug, id: write.shown.id });
  });

  it("asks nobody to answer in a session that is private to somebody else", async () => {
    await share("private");
    const call = await owner.api.toolCall.request.mutate({
      org: org.slug,
      sessionId,
      requestKey: randomUUID(),
      input: { argv: ["touch", "secret-plan.txt"] },
    });
    const approvalId = call.approval?.id ?? "";
    expect(
      JSON.stringify(await other.api.approval.list.query({ org: org.slug, status: "pending" })),
    ).not.toContain("secret-plan");
    await expect(
      other.api.approval.answer.mutate({
        org: org.slug,
        approvalId,
        shown: await shownNow(approvalId),
        answer: "approve",
      }),
    ).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
  });
});
