import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { digestOf } from "@gatehouse/services/tool-call/digest";
import { openSession, request, run, settled } from "../../helpers/call.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let heavy: TestMember;
let light: TestMember;

beforeAll(async () => {
  worker = await startWorker({ concurrency: 2, network: "off" });
  org = await makeOrg({ record_programs: false });
  [heavy, light] = await Promise.all([org.join("member"), org.join("member")]);
});
afterAll(() => worker.stop());

/** Rows as the web tier writes them, without asking for each; of an hour ago, so that they are not this minute's calls. */
async function queueMany(member: TestMember, sessionId: string, count: number): Promise<void> {
  const input = { argv: ["true"] };
  const inputDigest = digestOf({ tool: "run_command", input });
  const text = JSON.stringify(input);
  await services.db.$executeRaw`
    INSERT INTO tool_call (id, org_id, session_id, actor_kind, member_id, request_key, tool, input, input_digest, program, status, requested_at)
    SELECT gen_random_uuid(), ${org.id}::uuid, ${sessionId}::uuid, 'person', ${member.memberId}::uuid, 'many-' || n, 'run_command',
      ${text}, ${inputDigest}, 'true', 'approved', now() - interval '1 hour' FROM generate_series(1, ${count}::int) n`;
  await services.db.$executeRaw`
    INSERT INTO execution (id, org_id, tool_call_id, session_id, host_id)
    SELECT gen_random_uuid(), org_id, id, session_id, ${worker.hostId}::uuid FROM tool_call
    WHERE session_id = ${sessionId}::uuid AND request_key LIKE 'many-%'`;
}

describe("one member's many commands", () => {
  it("hold up another's one by no more than a few of their own turns, ten thousand of them", async () => {
    const [many, few] = await Promise.all([openSession(org, heavy), openSession(org, light)]);
    await queueMany(heavy, many, 10_000);
    await until("the many to be under way", async () =>
      services.db.execution.findFirst({ where: { sessionId: many, state: "finished" } }),
    );
    for (let turn = 0; turn < 5; turn += 1) {
      const done = await run(org, light, { sessionId: few, argv: ["true"] });
      expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
      const row = await services.db.execution.findUniqueOrThrow({ where: { toolCallId: done.id } });
      // What was claimed for the other one while this one waited.
      const between = await services.db.execution.count({
        where: { sessionId: many, claimedAt: { gt: row.queuedAt, lt: row.claimedAt ?? row.queuedAt } },
      });
      expect(between).toBeLessThanOrEqual(4);
    }
    expect(
      await services.db.execution.count({ where: { sessionId: many, state: "queued" } }),
    ).toBeGreaterThan(1_000);
    await services.db.execution.deleteMany({ where: { sessionId: many, state: "queued" } });
  }, 180_000);

  it("leave another's first command a place while they take all, and say so to their own member", async () => {
    const [many, few] = await Promise.all([openSession(org, heavy), openSession(org, light)]);
    const long = await Promise.all(
      [1, 2, 3].map(() => request(org, heavy, { sessionId: many, argv: ["sleep", "60"] })),
    );
    await until(
      "both places to be taken",
      async () => (await services.db.execution.count({ where: { sessionId: many, state: "running" } })) === 2,
    );
    expect((await run(org, light, { sessionId: few, argv: ["true"] })).execution?.outcome).toBe("exited");
    const rows = await services.db.execution.findMany({ where: { sessionId: many } });
    const waiting = rows.find((row) => row.state === "queued");
    expect(rows.filter((row) => row.state === "queued")).toHaveLength(1);
    const why = await heavy.api.toolCall.waiting.query({ org: org.slug, id: waiting?.toolCallId ?? "" });
    expect(why).toMatchObject({ code: "capacity", action: { to: "hosts" } });
    expect(why?.sentence).toContain(`All 2 places of host ${worker.name} are taken`);
    await Promise.all(long.map(({ id }) => heavy.api.toolCall.cancel.mutate({ org: org.slug, id })));
    for (const { id } of long) await settled(org, heavy, id);
  });
});

describe("limits of the policy", () => {
  it("hold back a session and a member at their limits, in words, and let the next one run when one ends", async () => {
    for (const [limit, code] of [
      ["session_concurrency", "session_limit"],
      ["member_concurrency", "member_limit"],
    ] as const) {
      await org.publish({ record_programs: false, limits: { [limit]: 1 } });
      const sessionId = await openSession(org, heavy);
      const [first, second] = [
        await request(org, heavy, { sessionId, argv: ["sleep", "60"] }),
        await request(org, heavy, { sessionId, argv: ["true"] }),
      ];
      await until("the first to run", async () =>
        services.db.execution.findFirst({ where: { toolCallId: first.id, state: "running" } }),
      );
      const why = await heavy.api.toolCall.waiting.query({ org: org.slug, id: second.id });
      expect(why).toMatchObject({ code, action: { to: "policy" } });
      await heavy.api.toolCall.cancel.mutate({ org: org.slug, id: first.id });
      expect((await settled(org, heavy, second.id)).execution).toMatchObject({ outcome: "exited" });
      await settled(org, heavy, first.id);
    }
    await org.publish({ record_programs: false });
  });
});

describe("what runs and what waits", () => {
  it("is listed with the reason for those who may read it, and ends by a cancel from there in every state", async () => {
    await org.publish({ record_programs: false, limits: { session_concurrency: 1 } });
    const [asks, sessionId] = [await openSession(org, light, "safe"), await openSession(org, light)];
    await light.api.session.share.mutate({
      org: org.slug,
      id: sessionId,
      visibility: "private",
      shares: [{ memberId: heavy.memberId, access: "read" }],
    });
    const calls = [
      await request(org, light, { sessionId, argv: ["sleep", "60"] }),
      await request(org, light, { sessionId, argv: ["true"] }),
      await request(org, light, { sessionId: asks, argv: ["touch", "x"] }),
    ];
    const open = async (by: TestMember) => {
      const { items } = await by.api.toolCall.open.query({ org: org.slug });
      return calls.map(({ id }) => items.find(({ call }) => call.id === id));
    };
    await until("the first to run", async () => (await open(light))[0]?.call.execution?.startedAt);
    const own = await open(light);
    expect(own.map((item) => item?.mayCancel)).toEqual([true, true, true]);
    expect(own[0]?.why).toBeNull();
    expect(own[1]?.why).toMatch(/allows 1 at once/);
    expect(own[2]?.why).toMatch(/Waits? for/);
    // One who may only read sees it without a way to end it, and one who may not read does not see it.
    expect((await open(heavy)).map((item) => item?.mayCancel)).toEqual([false, false, true]);
    const stranger = await org.join("member");
    expect((await open(stranger)).map((item) => item?.mayCancel)).toEqual([undefined, undefined, true]);
    const [first, second, third] = calls.map(({ id }) => id);
    const cancel = (by: TestMember, id: string | undefined) =>
      by.api.toolCall.cancel.mutate({ org: org.slug, id: id ?? "" });
    await expect(cancel(heavy, first)).rejects.toThrow(/shared with you for reading/);
    await expect(cancel(stranger, second)).rejects.toThrow(/not found|No such/i);
    await Promise.all([second, third].map((id) => cancel(light, id)));
    expect((await open(light)).map((item) => item !== undefined)).toEqual([true, false, false]);
    await cancel(org.admin, first);
    expect((await settled(org, light, first ?? "")).execution?.outcome).toBe("cancelled");
    expect(await open(light)).toEqual([undefined, undefined, undefined]);
  });
});
