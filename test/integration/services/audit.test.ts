import pg from "pg";
import { shownArgv } from "@gatehouse/core/tool-call/shown-argv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChain } from "@gatehouse/services/audit/verify";
import { openSession, run, request } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { database, services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let sessionId: string;
const owner = new pg.Client({ connectionString: database.ownerUrl });

beforeAll(async () => {
  await owner.connect();
  worker = await startWorker();
  org = await makeOrg({ denied_command: ["curl"] });
  sessionId = await openSession(org, org.admin);
  await run(org, org.admin, { sessionId, argv: ["echo", "needle in hay"] });
  await run(org, org.admin, { sessionId, argv: ["false"] });
  await request(org, org.admin, { sessionId, argv: ["curl", "x"] });
});
afterAll(async () => {
  await owner.end();
  await worker.stop();
});

describe("the audit chain", () => {
  it("holds from its first event to its head, also when many write at once", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        request(org, org.admin, { sessionId, argv: ["curl", String(at)] }),
      ),
    );
    const state = await verifyChain(services.db, org.id);
    expect(state).toMatchObject({ ok: true });
    expect(state.checked).toBeGreaterThan(50);
    const chain = await services.db.auditChain.findUniqueOrThrow({ where: { orgId: org.id } });
    expect([state.head, BigInt(state.checked)]).toEqual([chain.head, chain.seq]);
  });

  it("cannot be updated, deleted or written by hand with the product's own database role", async () => {
    for (const statement of [
      "UPDATE audit_event SET body = '{}'",
      "DELETE FROM audit_event",
      "TRUNCATE audit_event",
      "INSERT INTO audit_event SELECT * FROM audit_event LIMIT 1",
      "UPDATE audit_chain SET head = 'x'",
      "UPDATE decision SET verdict = 'allow'",
      "UPDATE policy SET document = '{}'",
    ]) {
      await expect(services.pool.query(statement)).rejects.toThrow(/permission denied|never changed/);
    }
  });

  it("shows where somebody with more rights changed, removed or cut off events", async () => {
    const other = await makeOrg();
    await openSession(other, other.admin);
    for (let at = 0; at < 4; at += 1) {
      await request(other, other.admin, { sessionId: await openSession(other, other.admin), argv: ["true"] });
    }
    const tamper = async (statement: string): Promise<void> => {
      await owner.query("BEGIN");
      await owner.query("SET LOCAL session_replication_role = replica");
      await owner.query(statement, [other.id]);
      await owner.query("COMMIT");
    };
    expect(await verifyChain(services.db, other.id)).toMatchObject({ ok: true });
    await tamper(`UPDATE audit_event SET member_id = NULL WHERE org_id = $1 AND seq = 2`);
    expect(await verifyChain(services.db, other.id)).toMatchObject({ ok: false, firstBad: { seq: 2 } });
    await tamper(`UPDATE audit_event SET body = replace(body, 'auto', 'safe') WHERE org_id = $1 AND seq = 1`);
    expect(await verifyChain(services.db, other.id)).toMatchObject({ ok: false, firstBad: { seq: 1 } });
    await tamper(`DELETE FROM audit_event WHERE org_id = $1 AND seq = 1`);
    expect(await verifyChain(services.db, other.id)).toMatchObject({ ok: false, firstBad: { seq: 1 } });
  });
});

describe("what an auditor sees", () => {
  it("lists every call, refused ones too, by member, verdict, outcome, program, time and text", async () => {
    const auditor = await org.join("auditor");
    const list = (filter: Record<string, unknown>) =>
      auditor.api.audit.list.query({ org: org.slug, limit: 200, ...filter });
    const programs = async (filter: Record<string, unknown>): Promise<string[]> => [
      ...new Set((await list(filter)).items.map((row) => row.program)),
    ];
    expect(await programs({})).toEqual(expect.arrayContaining(["echo", "false", "curl"]));
    expect(await programs({ verdict: "deny" })).toEqual(["curl"]);
    expect(await programs({ outcome: "refused" })).toEqual(["curl"]);
    expect((await programs({ outcome: "exited" })).sort()).toEqual(["echo", "false"]);
    expect(await programs({ program: "false" })).toEqual(["false"]);
    expect(await programs({ text: "needle in" })).toEqual(["echo"]);
    expect(await programs({ text: "%" })).toEqual([]);
    expect((await list({ memberId: auditor.memberId })).items).toEqual([]);
    expect((await list({ from: new Date(Date.now() + 60_000) })).items).toEqual([]);
    const [row] = (await list({ program: "false" })).items;
    expect(row).toMatchObject({
      verdict: "allow",
      outcome: "exited",
      exitCode: 1,
      actor: { name: org.admin.name },
    });
  });

  it("pages through everything without missing or repeating a call", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { toolCallId: string }[]; nextCursor: string | null; total: number | null } =
        await org.admin.api.audit.list.query({ org: org.slug, limit: 7, cursor });
      seen.push(...page.items.map((row) => row.toolCallId));
      cursor = page.nextCursor;
      if (cursor === null) expect(page.total).toBe(seen.length);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("shows everything of one call with the links of the chain that say so", async () => {
    const [row] = (await org.admin.api.audit.list.query({ org: org.slug, program: "echo" })).items;
    const detail = await org.admin.api.audit.get.query({ org: org.slug, toolCallId: row?.toolCallId ?? "" });
    expect(shownArgv(detail.toolCall)).toEqual(["echo", "needle in hay"]);
    expect(detail.outputHead?.complete).toBe(true);
    expect(detail.events.map((event) => event.type)).toContain("execution.started");
    for (const event of detail.events) expect(event.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(detail.profileDigest).toMatch(/^[0-9a-f]{64}$/);
  });
});
