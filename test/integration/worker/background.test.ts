import { randomUUID } from "node:crypto";
import type { BackgroundCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, request, run, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker({ concurrency: 1 });
  org = await makeOrg({ denied_command: ["curl"], limits: { background_jobs: 3 } });
  member = await org.join("member");
  sessionId = await openSession(org, member);
});
afterAll(() => worker.stop());

function start(input: BackgroundCommandInput, session = sessionId, by = member) {
  return by.api.job.start.mutate({ org: org.slug, sessionId: session, requestKey: randomUUID(), input });
}

async function hitsOf(toolCallId: string) {
  return member.api.job.events.query({ org: org.slug, toolCallId, cursor: 0 });
}

function running(id: string) {
  return until("the command to run", async () => {
    const view = await member.api.toolCall.get.query({ org: org.slug, id });
    return view.status === "executing" ? view : null;
  });
}

describe("a command in the background", () => {
  it("answers at once with its execution, and takes no place from a command in the foreground", async () => {
    const job = await start({ argv: ["sleep", "600"] });
    expect(job.execution?.id).toBeDefined();
    await running(job.id);
    const other = await run(org, member, { sessionId, argv: ["echo", "meanwhile"] });
    expect(other.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    await member.api.toolCall.cancel.mutate({ org: org.slug, id: job.id });
    expect((await settled(org, member, job.id)).execution).toMatchObject({ outcome: "cancelled" });
  });

  it("is decided as run_command is", async () => {
    const refused = await start({ argv: ["bash", "-c", "curl https://example.com"] });
    expect(refused).toMatchObject({ status: "denied", refusal: { code: "denied_command" } });
  });

  it("refuses a keyword that no line can hold, and a time that is none", async () => {
    for (const input of [
      { argv: ["true"], keywords: ["a\nb"] },
      { argv: ["true"], keywords: [""] },
      { argv: ["true"], timeout_min: 61 },
    ])
      await expect(start(input)).rejects.toThrow(/keyword|timeout_min/);
  });

  it("finds a keyword that is written in pieces, tells its row and offset, and tells the member once", async () => {
    const script =
      "import sys,time\nw=sys.stdout.write\nw('one\\ntwo FAI');sys.stdout.flush();time.sleep(.3);w('LED now\\nFailed\\n');sys.stdout.flush()\nw('x FAILED FAILED\\n')";
    const job = await start({ argv: ["python3", "-c", script], keywords: ["FAILED", "never"] });
    await settled(org, member, job.id);
    const { hits, end } = await hitsOf(job.id);
    expect(hits.map(({ keyword, row, offset }) => [keyword, row, offset])).toEqual([
      ["FAILED", 1, 8],
      ["FAILED", 3, 28],
      ["FAILED", 3, 35],
    ]);
    expect(hits[0]?.excerpt).toContain("two FAILED");
    expect(end).toMatchObject({ outcome: "exited", exitCode: 0 });
    const told = await member.api.notification.list.query({ org: org.slug });
    const about = told.items.filter((item) => item.subject === job.id);
    expect(about.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ["job.ended", 1],
      ["keyword.found", 3],
    ]);
    await member.api.notification.read.mutate({ org: org.slug, ids: "all" });
    expect((await member.api.notification.list.query({ org: org.slug })).unread).toBe(0);
  });

  it("watches for a word that was added while it runs, and not for one that was taken away", async () => {
    const script = "while [ ! -e go ]; do sleep 0.05; done; echo early late";
    const job = await start({ argv: ["bash", "-c", script], keywords: ["early"] });
    await running(job.id);
    const of = { org: org.slug, toolCallId: job.id };
    await member.api.job.addKeyword.mutate({ ...of, keyword: "late" });
    expect(await member.api.job.removeKeyword.mutate({ ...of, keyword: "early" })).toEqual(["late"]);
    await run(org, member, { sessionId, argv: ["touch", "go"] });
    await settled(org, member, job.id);
    expect((await hitsOf(job.id)).hits.map((hit) => hit.keyword)).toEqual(["late"]);
    expect(await auditTypes(org.id, job.id)).toEqual(
      expect.arrayContaining(["keyword.added", "keyword.removed"]),
    );
    await expect(member.api.job.addKeyword.mutate({ ...of, keyword: "x" })).rejects.toThrow(/over/);
  });

  it("lets a session have only as many as the policy says, and says so", async () => {
    const session = await openSession(org, member);
    const jobs = [];
    for (let n = 0; n < 3; n += 1) jobs.push(await start({ argv: ["sleep", "600"] }, session));
    const more = await start({ argv: ["sleep", "600"] }, session);
    expect(more).toMatchObject({ status: "denied", refusal: { code: "too_many_jobs" } });
    for (const { id } of jobs) await member.api.toolCall.cancel.mutate({ org: org.slug, id });
    for (const { id } of jobs) await settled(org, member, id);
    const again = await start({ argv: ["true"] }, session);
    expect(again.status).toBe("approved");
  });

  it("shows a member the jobs of others only with the permission, and says what one uses", async () => {
    const job = await start({ argv: ["bash", "-c", "echo last words; exec sleep 600"] });
    await running(job.id);
    const seen = await until("the use of the command", async () => {
      const { items } = await member.api.job.list.query({ org: org.slug, state: "active" });
      const one = items.find(({ call }) => call.id === job.id);
      return one?.usage && one.lastLine !== null ? one : null;
    });
    expect(seen).toMatchObject({ lastLine: "last words", hits: 0 });
    const stranger = await org.join("member");
    expect((await stranger.api.job.list.query({ org: org.slug })).items).toEqual([]);
    const approver = await org.join("approver");
    expect((await approver.api.job.list.query({ org: org.slug })).items.length).toBeGreaterThan(0);
    await member.api.toolCall.cancel.mutate({ org: org.slug, id: job.id });
    await settled(org, member, job.id);
  });
});

describe("cancelling", () => {
  it("takes back a queued command before it starts, and one that waits for a person", async () => {
    const busy = await request(org, member, { sessionId, argv: ["sleep", "600"] });
    await running(busy.id);
    const queued = await request(org, member, { sessionId, argv: ["touch", "never"] });
    const safe = await openSession(org, member, "safe");
    const awaiting = await request(org, member, { sessionId: safe, argv: ["touch", "never"] });
    expect(awaiting.status).toBe("awaiting_approval");
    for (const { id } of [queued, awaiting, busy]) {
      const begun = performance.now();
      await member.api.toolCall.cancel.mutate({ org: org.slug, id });
      const over = await settled(org, member, id);
      expect(over.status === "cancelled" || over.execution?.outcome === "cancelled").toBe(true);
      expect(performance.now() - begun).toBeLessThan(4_000);
    }
    const rows = await services.db.execution.findMany({ where: { toolCallId: queued.id } });
    expect(rows.map((row) => row.startedAt)).toEqual([null]);
  });

  it.each([
    ["one that was stopped", "kill -STOP $$"],
    ["one that went into the background twice", "(setsid sleep 600 &) ; (sleep 600 & ) ; exec sleep 600"],
    ["one that ignores SIGTERM", "trap '' TERM; while :; do sleep 1; done"],
  ])("ends %s", async (_what, script) => {
    const job = await start({ argv: ["bash", "-c", script] });
    await running(job.id);
    await member.api.toolCall.cancel.mutate({ org: org.slug, id: job.id });
    const over = await settled(org, member, job.id);
    expect(over.execution).toMatchObject({ outcome: "cancelled" });
  });
});
