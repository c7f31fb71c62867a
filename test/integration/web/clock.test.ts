import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseNow } from "@gatehouse/services/database-clock";
import { registerHost } from "@gatehouse/services/host/register";
import { startMaintenance } from "@gatehouse/services/maintenance";
import { newId } from "@gatehouse/services/new-id";
import { openSession, request } from "../../helpers/call.ts";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";

/** The wall clock of this whole process, web server and sweep, is days away from that of the database. */
let org: TestOrg;
let asker: TestMember;
let sessionId: string;
const dayMs = 24 * 3_600_000;
const ahead = 3 * dayMs;

beforeAll(async () => {
  await makeQuietHost();
  org = await makeOrg();
  asker = org.admin;
  sessionId = await openSession(org, asker, "safe");
});
afterEach(() => vi.useRealTimers());

const shift = (byMs: number): void => {
  const now = Date.now() + byMs;
  vi.useFakeTimers({ toFake: ["Date"], now });
};
const ask = () => request(org, asker, { sessionId, argv: ["touch", randomUUID()] });
const approvalOf = (toolCallId: string) => services.db.approval.findUniqueOrThrow({ where: { toolCallId } });
const answer = async (approvalId: string) =>
  asker.api.approval.answer.mutate({
    org: org.slug,
    approvalId,
    shown: await shownNow(approvalId),
    answer: "approve",
  });
/** By the database: how far a time of it lies from now. */
const fromNow = async (at: Date): Promise<number> => {
  const [row] = await services.db.$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM ${at}::timestamptz - now()) * 1000)::float8 AS ms`;
  return row?.ms ?? Number.NaN;
};

describe("a process whose clock stands wrong", () => {
  it("ends no approval early, and its yes is queued for now", async () => {
    const { id } = await ask();
    shift(ahead);
    const stop = startMaintenance(services);
    await until("a round of the sweep", async () =>
      services.db.approval.count({ where: { toolCallId: id } }),
    );
    await stop();
    const approval = await approvalOf(id);
    expect(approval.status).toBe("pending");
    expect((await asker.api.approval.list.query({ org: org.slug })).map((one) => one.approvalId)).toContain(
      approval.id,
    );
    expect(await answer(approval.id)).toMatchObject({ won: true });
    const execution = await services.db.execution.findUniqueOrThrow({ where: { toolCallId: id } });
    expect(Math.abs(await fromNow(execution.queuedAt))).toBeLessThan(dayMs / 24);
  });

  it("keeps none open for longer: past the database's time nobody's yes counts, and the sweep ends it", async () => {
    const { id } = await ask();
    const approval = await approvalOf(id);
    await services.db
      .$executeRaw`UPDATE approval SET expires_at = now() - interval '1 second' WHERE id = ${approval.id}::uuid`;
    shift(-ahead);
    await expect(answer(approval.id)).resolves.toMatchObject({ won: false });
    const stop = startMaintenance(services);
    await until("the sweep", async () => (await approvalOf(id)).status === "expired");
    await stop();
    expect(await services.db.execution.count({ where: { toolCallId: id } })).toBe(0);
  });

  it("makes approvals and tokens that end when the database says, and takes none that it says is over", async () => {
    for (const byMs of [ahead, -ahead]) {
      shift(byMs);
      const made = await asker.api.host.createJoinToken.mutate({ org: org.slug, labels: [] });
      const left = await fromNow(made.expiresAt);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(ahead);
      const { id } = await ask();
      const approvalLeft = await fromNow((await approvalOf(id)).expiresAt);
      expect(approvalLeft).toBeGreaterThan(0);
      expect(approvalLeft).toBeLessThan(8 * dayMs);
      const identity = { id: newId<string>(), secret: "s".repeat(40) };
      const probe = {
        ok: true,
        checks: [],
        bwrapVersion: null,
        architecture: "x",
        limits: {},
        egress: false,
      };
      const input = {
        identity,
        name: `host-${identity.id.slice(-8)}`,
        version: "0",
        capacity: 1,
        labels: [],
        probe,
      };
      const { hostId } = await registerHost(services.db, { ...input, joinToken: made.token });
      const host = await services.db.host.findUniqueOrThrow({ where: { id: hostId } });
      expect(Math.abs(await fromNow(host.lastSeenAt))).toBeLessThan(dayMs / 24);
      const old = await asker.api.host.createJoinToken.mutate({ org: org.slug, labels: [] });
      await services.db
        .$executeRaw`UPDATE host_join_token SET expires_at = now() - interval '1 second' WHERE id = ${old.id}::uuid`;
      const late = { ...input, identity: { ...identity, id: newId<string>() }, name: `${input.name}-late` };
      await expect(registerHost(services.db, { ...late, joinToken: old.token })).rejects.toThrow(/too old/);
      vi.useRealTimers();
    }
  });

  it("counts tries at a password, and proofs of one, by the database's time", async () => {
    shift(-ahead);
    const call = await request(org, asker, { sessionId, argv: ["cat", "/etc/shadow"] });
    expect(call.approval?.strength).toBe("password");
    const approvalId = call.approval?.id ?? "";
    const shown = await shownNow(approvalId);
    const yes = { org: org.slug, approvalId, shown, answer: "approve" as const };
    expect(await asker.api.approval.answer.mutate({ ...yes, password })).toMatchObject({ won: true });
    const proof = await services.db.stepUp.findFirstOrThrow({ where: { memberId: asker.memberId } });
    expect(Math.abs(await fromNow(proof.createdAt))).toBeLessThan(dayMs / 24);
  });

  it("still tells the database's time to within what an answer takes, and never ahead of it", async () => {
    for (const byMs of [ahead, -ahead]) {
      shift(byMs);
      const told = await databaseNow(services.db);
      const off = await fromNow(told);
      expect(off).toBeLessThanOrEqual(1);
      expect(off).toBeGreaterThan(-dayMs / 24);
      vi.useRealTimers();
    }
  });
});
