import { existsSync } from "node:fs";
import { claimNext } from "@gatehouse/services/execution/claim";
import { cancelUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { startExecution } from "@gatehouse/services/execution/start";
import { revokeGrant } from "@gatehouse/services/grant/revoke";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, request, run, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, password, type TestOrg } from "../../helpers/org.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

/** outside home, there on every Debian, and never one that a grant cannot open */
const outside = ["/srv", "/opt", "/mnt"].find((path) => existsSync(path)) ?? "/srv";

let worker: TestWorker;
let org: TestOrg;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg({ writable_path: [outside] });
});
afterAll(() => worker.stop());

async function approve(call: ToolCallView): Promise<void> {
  const approvalId = call.approval?.id ?? "";
  await org.admin.api.approval.answer.mutate({
    org: org.slug,
    approvalId,
    shown: await shownNow(approvalId),
    answer: "approve",
    password,
  });
}

async function running(id: string): Promise<void> {
  await until("the command to run", async () => {
    const view = await org.admin.api.toolCall.get.query({ org: org.slug, id });
    return view.status === "executing";
  });
}

const grantsOf = (sessionId: string) => services.db.grant.findMany({ where: { sessionId, revokedAt: null } });

async function grantOf(sessionId: string): Promise<string> {
  const [grant] = await grantsOf(sessionId);
  if (grant === undefined) throw new Error("no grant");
  return grant.id;
}

/** Revokes and gives the end of the call; an end that takes more than two seconds is a failure. */
async function revoked(sessionId: string, id: string): Promise<ToolCallView> {
  const begun = performance.now();
  await org.admin.api.grant.revoke.mutate({ org: org.slug, grantId: await grantOf(sessionId) });
  const view = await settled(org, org.admin, id);
  expect(performance.now() - begun).toBeLessThan(2_000);
  return view;
}

describe("revoking a grant", () => {
  it("stops a running command that may write there, says so, and leaves others alone", async () => {
    const sessionId = await openSession(org, org.admin);
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["sleep", "600"],
      write_paths: [outside],
    });
    expect(call.approval?.strength).toBe("password");
    await approve(call);
    await running(call.id);
    const other = await openSession(org, org.admin);
    const beside = await request(org, org.admin, { sessionId: other, argv: ["sleep", "600"] });
    await running(beside.id);

    const view = await revoked(sessionId, call.id);
    expect(view.execution).toMatchObject({ outcome: "cancelled" });
    const detail = `Stopped: the grant to write ${outside}, on which it depended, was revoked.`;
    const row = await services.db.execution.findUniqueOrThrow({ where: { toolCallId: call.id } });
    expect(row.outcomeDetail).toBe(detail);
    const events = await services.db.auditEvent.findMany({
      where: { toolCallId: call.id },
      orderBy: { seq: "asc" },
    });
    const told = events.map((event) => JSON.parse(event.body) as { type: string; payload: object });
    expect(told.find(({ type }) => type === "execution.cancel_requested")?.payload).toMatchObject({
      cause: "grant_revoked",
    });
    expect(told.at(-1)).toMatchObject({
      type: "execution.finished",
      payload: { outcome: "cancelled", detail },
    });

    const untouched = await org.admin.api.toolCall.get.query({ org: org.slug, id: beside.id });
    expect(untouched.status).toBe("executing");
    await org.admin.api.toolCall.cancel.mutate({ org: org.slug, id: beside.id });
    const again = await request(org, org.admin, { sessionId, argv: ["true"], write_paths: [outside] });
    expect(again.status).toBe("awaiting_approval");
  });

  it("stops a running command that was let read something sensitive", async () => {
    const sessionId = await openSession(org, org.admin);
    await run(org, org.admin, { sessionId, argv: ["python3", "-c", "open('a.'+'pem','w').write('key')"] });
    const call = await request(org, org.admin, { sessionId, argv: ["tail", "-f", "a.pem"] });
    await approve(call);
    await running(call.id);
    expect((await revoked(sessionId, call.id)).execution).toMatchObject({ outcome: "cancelled" });
  });
});

describe("a start and a revocation at the same moment", () => {
  async function claimed() {
    const sessionId = await openSession(org, org.admin);
    const first = await request(org, org.admin, { sessionId, argv: ["true"], write_paths: [outside] });
    await approve(first);
    await settled(org, org.admin, first.id);
    // a host of its own takes nothing by itself
    const elsewhere = await services.db.host.create({
      data: {
        id: crypto.randomUUID(),
        name: `still-${sessionId}`,
        version: "test",
        probe: {},
        state: "cordoned",
      },
    });
    await services.db.session.update({ where: { id: sessionId }, data: { hostId: elsewhere.id } });
    const call = await request(org, org.admin, { sessionId, argv: ["true"], write_paths: [outside] });
    const ctx = { ...services, hostId: elsewhere.id };
    const taken = await claimNext(ctx, { commands: "free", background: true });
    if (taken === null) throw new Error("not claimed");
    const { lease, work } = taken;
    const decided = {
      decision: { verdict: "allow", effect: "run", readOnly: false, reasons: [] },
      facts: "resolved",
      policyNumber: work.policy.number,
      defaultsDigest: work.policy.document.defaultsDigest,
      at: new Date(),
    } as const;
    const grantIds = [await grantOf(sessionId)];
    const input = { lease, work, decided: { ...decided, decision: { ...decided.decision, reasons: [] } } };
    const start = () => startExecution(ctx, { ...input, profileDigest: null, grantIds });
    return { call, ctx, start, grantIds, sessionId, lease, work };
  }

  it("starts nothing when the revocation commits first, and records why nothing ran", async () => {
    const { call, ctx, start, grantIds, sessionId, lease, work } = await claimed();
    let starting: Promise<boolean> | undefined;
    await services.db.$transaction(async (tx) => {
      await tx.grant.updateMany({
        where: { id: { in: grantIds } },
        data: { revokedAt: new Date(), revokedBy: org.admin.memberId },
      });
      starting = start();
      await until("the start to wait for the grant", async () => {
        const waiting = await services.db.$queryRaw<{ n: number }[]>`
          SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%execution SET started_at%'`;
        return (waiting[0]?.n ?? 0) > 0;
      });
    });
    expect(await starting).toBe(false);
    expect(await cancelUnstarted(ctx, { lease, work, grantIds })).toBe(true);
    const row = await services.db.execution.findUniqueOrThrow({ where: { toolCallId: call.id } });
    expect(row).toMatchObject({ outcome: "cancelled", startedAt: null });
    expect(row.outcomeDetail).toContain("nothing ran");
    expect(await auditTypes(org.id, call.id)).not.toContain("execution.started");
    expect(await grantsOf(sessionId)).toEqual([]);
  });

  it("stops what was started when the start commits first", async () => {
    const { call, start, grantIds } = await claimed();
    expect(await start()).toBe(true);
    await revokeGrant(org.admin.ctx(), grantIds[0] ?? "");
    const row = await services.db.execution.findUniqueOrThrow({ where: { toolCallId: call.id } });
    expect(row.cancelRequestedAt).not.toBeNull();
    expect(row.cancelDetail).toContain("was revoked");
  });

  it("never leaves one running that nobody stops, whichever is faster", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { call, start, grantIds } = await claimed();
      const [started] = await Promise.all([start(), revokeGrant(org.admin.ctx(), grantIds[0] ?? "")]);
      const row = await services.db.execution.findUniqueOrThrow({ where: { toolCallId: call.id } });
      expect(started).toBe(row.cancelRequestedAt !== null);
    }
  });
});
