import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerHost } from "@gatehouse/services/host/register";
import { newId } from "@gatehouse/services/new-id";
import { openSession, outputOf, request, run, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let first: TestWorker;
let second: TestWorker;
let org: TestOrg;

beforeAll(async () => {
  org = await makeOrg({ record_programs: false });
  first = await startWorker({ network: "off" });
  const { token } = await org.admin.api.host.createJoinToken.mutate({ org: org.slug, labels: ["gpu"] });
  second = await startWorker({
    network: "off",
    beside: true,
    env: { GATEHOUSE_JOIN_TOKEN: token, SECRET_KEYS: "", HOST_LABELS: "region=eu" },
  });
});
afterAll(async () => {
  await first.stop();
  await second.stop();
});

const hostOf = (sessionId: string) =>
  services.db.session.findUniqueOrThrow({ where: { id: sessionId } }).then((row) => row.hostId);

describe("a host that joins", () => {
  it("needs no more than the addresses and its token, has the token's labels and is told the secret keys", async () => {
    const hosts = await org.admin.api.host.list.query({ org: org.slug });
    const joined = hosts.find((host) => host.id === second.hostId);
    expect(joined).toMatchObject({ state: "ok", labels: ["gpu", "region=eu"] });
    const kept = JSON.parse(readFileSync(path.join(second.dataDir, "data/host.json"), "utf8")) as Record<
      string,
      string
    >;
    expect(kept["secretKeys"]).toBe(process.env["SECRET_KEYS"]);
    const row = await services.db.hostJoinToken.findFirstOrThrow({ where: { usedBy: second.hostId } });
    expect(row.sealedKeys).toBeNull();
    expect(await auditTypes(org.id)).toContain("host.joined");
  });

  it("is refused without a token, with a used, revoked or old one, under a taken name, and with a stranger's secret", async () => {
    const secret = "s".repeat(40);
    const probe = { ok: true, checks: [], bwrapVersion: null, architecture: "x", limits: {}, egress: false };
    const base = { version: "0", capacity: 1, labels: [], probe };
    const join = (over: { id?: string; name?: string; joinToken?: string }) =>
      registerHost(services.db, {
        ...base,
        identity: { id: over.id ?? newId<string>(), secret },
        name: over.name ?? `new-${newId<string>().slice(-8)}`,
        joinToken: over.joinToken,
      }).then(() => "joined", String);
    const make = () => org.admin.api.host.createJoinToken.mutate({ org: org.slug });
    expect(await join({})).toMatch(/belongs to no host yet.*GATEHOUSE_JOIN_TOKEN/);
    const once = await make();
    expect(await join({ joinToken: once.token })).toBe("joined");
    expect(await join({ joinToken: once.token })).toMatch(/was used/);
    const revoked = await make();
    await org.admin.api.host.revokeJoinToken.mutate({ org: org.slug, id: revoked.id });
    expect(await join({ joinToken: revoked.token })).toMatch(/was revoked/);
    const old = await make();
    await services.db.hostJoinToken.update({ where: { id: old.id }, data: { expiresAt: new Date(0) } });
    expect(await join({ joinToken: old.token })).toMatch(/too old/);
    const fresh = await make();
    expect(await join({ joinToken: fresh.token, name: first.name })).toMatch(/has joined already/);
    expect(await join({ joinToken: fresh.token, id: first.hostId })).toMatch(
      /secret .* is not that of the host/,
    );
    expect(await join({ joinToken: fresh.token })).toBe("joined");
    // No worker stands behind the hosts that joined here: no session of a later test may be placed on them.
    const gone = { lastSeenAt: new Date(0) };
    await services.db.host.updateMany({ where: { name: { startsWith: "new-" } }, data: gone });
  });

  it("does not start on a database of another protocol, and the hosts page says which it is", async () => {
    const owner = await ownerClient();
    try {
      await owner.query("UPDATE installation SET protocol = 2");
      await until("the worker to end", async () => first.process.exitCode !== null);
      const again = startWorker({ name: first.name, dataDir: first.dataDir, network: "off", beside: true });
      await expect(again).rejects.toThrow(/speaks protocol 1, and the installation 2/);
      const hosts = await org.admin.api.host.list.query({ org: org.slug });
      expect(hosts.find((host) => host.id === first.hostId)?.state).toBe("incompatible");
      await expect(openSession(org, org.admin)).rejects.toThrow(/runs another release/);
    } finally {
      await owner.query("UPDATE installation SET protocol = 1");
      await owner.end();
    }
    await until("the other worker to end as well", async () => second.process.exitCode !== null);
    first = await startWorker({ name: first.name, dataDir: first.dataDir, network: "off", beside: true });
    second = await startWorker({ name: second.name, dataDir: second.dataDir, network: "off", beside: true });
  });
});

describe("placement", () => {
  it("goes by labels, and a person is told which host is missing what", async () => {
    const { id } = await org.admin.api.session.create.mutate({
      org: org.slug,
      mode: "auto",
      labels: ["gpu"],
    });
    expect(await hostOf(id)).toBe(second.hostId);
    const create = (labels: string[]) =>
      org.admin.api.session.create.mutate({ org: org.slug, mode: "auto", labels });
    await expect(create(["tpu"])).rejects.toThrow(/No host has the labels tpu/);
    await expect(create(["GPU!"])).rejects.toThrow(/label/);
    expect((await org.admin.api.session.get.query({ org: org.slug, id })).labels).toEqual(["gpu"]);
  });

  it("follows the labels that an admin gives a host, which are on record, and leaves sessions where they are", async () => {
    const label = (labels: string[]) =>
      org.admin.api.host.setLabels.mutate({ org: org.slug, id: second.hostId, labels });
    const create = (labels: string[]) =>
      org.admin.api.session.create.mutate({ org: org.slug, mode: "auto", labels });
    const { id } = await create(["gpu"]);
    await label(["tpu", "region=eu", "tpu"]);
    const listed = await org.admin.api.host.list.query({ org: org.slug });
    expect(listed.find((host) => host.id === second.hostId)?.labels).toEqual(["region=eu", "tpu"]);
    expect(await hostOf((await create(["tpu"])).id)).toBe(second.hostId);
    await expect(create(["gpu"])).rejects.toThrow(/No host has the labels gpu/);
    // A call of a session that is there already says for which label it came, and that it is gone.
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id: second.hostId, intent: "draining" });
    const waits = await request(org, org.admin, { sessionId: id, argv: ["true"] });
    const why = await org.admin.api.toolCall.waiting.query({ org: org.slug, id: waits.id });
    expect(why?.sentence).toMatch(/asked for the label gpu, of which it has no longer gpu/);
    await org.admin.api.toolCall.cancel.mutate({ org: org.slug, id: waits.id });
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id: second.hostId, intent: "ok" });
    await label(["gpu", "region=eu"]);
    expect(await auditTypes(org.id)).toContain("host.labelled");
  });
});

describe("a host that is drained", () => {
  it("ends what runs, keeps what waits with the reason, gets no new session, and loses nothing", async () => {
    const { id: sessionId } = await org.admin.api.session.create.mutate({
      org: org.slug,
      mode: "auto",
      labels: ["gpu"],
    });
    const running = await request(org, org.admin, { sessionId, argv: ["bash", "-c", "sleep 2; echo done"] });
    await until("it to run", async () =>
      services.db.execution.findFirst({ where: { toolCallId: running.id, startedAt: { not: null } } }),
    );
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id: second.hostId, intent: "draining" });
    const waiting = await request(org, org.admin, { sessionId, argv: ["echo", "later"] });
    const done = await settled(org, org.admin, running.id);
    expect((await outputOf(org, org.admin, done.execution?.id ?? "")).toString()).toBe("done\n");
    const why = await org.admin.api.toolCall.waiting.query({ org: org.slug, id: waiting.id });
    expect(why).toMatchObject({ code: "host_draining", action: { to: "hosts" } });
    expect(await hostOf(await openSession(org, org.admin))).toBe(first.hostId);
    await expect(
      org.admin.api.session.create.mutate({ org: org.slug, mode: "auto", labels: ["gpu"] }),
    ).rejects.toThrow(/is draining/);
    // A new start of its worker changes nothing of what an admin wants.
    await second.stop();
    second = await startWorker({ name: second.name, dataDir: second.dataDir, network: "off", beside: true });
    expect((await services.db.execution.findUniqueOrThrow({ where: { toolCallId: waiting.id } })).state).toBe(
      "queued",
    );
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id: second.hostId, intent: "ok" });
    expect((await settled(org, org.admin, waiting.id)).execution).toMatchObject({ outcome: "exited" });
    expect(await auditTypes(org.id)).toEqual(expect.arrayContaining(["host.drained", "host.uncordoned"]));
  });
});

describe("a worker that is told to stop", () => {
  it("ends with code 0 when what runs has ended, and what waits runs after the next start", async () => {
    const sessionId = await openSession(org, org.admin);
    const on = (await hostOf(sessionId)) === first.hostId ? first : second;
    const running = await request(org, org.admin, { sessionId, argv: ["bash", "-c", "sleep 1; echo whole"] });
    await until("it to run", async () =>
      services.db.execution.findFirst({ where: { toolCallId: running.id, startedAt: { not: null } } }),
    );
    on.process.kill("SIGTERM");
    const late = await request(org, org.admin, { sessionId, argv: ["echo", "late"] });
    await until("the worker to end", async () => on.process.exitCode !== null);
    expect(on.process.exitCode).toBe(0);
    const done = await settled(org, org.admin, running.id);
    expect((await outputOf(org, org.admin, done.execution?.id ?? "")).toString()).toBe("whole\n");
    const next = await startWorker({ name: on.name, dataDir: on.dataDir, network: "off", beside: true });
    if (on === first) first = next;
    else second = next;
    expect((await settled(org, org.admin, late.id)).execution).toMatchObject({ outcome: "exited" });
  });
});

describe("a host that is removed", () => {
  it("is refused while it holds sessions, and with the choice to lose them says on each what was lost", async () => {
    const { id: sessionId } = await org.admin.api.session.create.mutate({
      org: org.slug,
      mode: "auto",
      labels: ["gpu"],
    });
    expect((await run(org, org.admin, { sessionId, argv: ["true"] })).execution?.outcome).toBe("exited");
    const remove = (lose: boolean) =>
      org.admin.api.host.remove.mutate({ org: org.slug, id: second.hostId, lose });
    await expect(remove(false)).rejects.toThrow(/files on this host/);
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id: second.hostId, intent: "draining" });
    const waiting = await request(org, org.admin, { sessionId, argv: ["true"] });
    expect(await remove(true)).toMatchObject({ waiting: 1, running: 0 });
    const refused = await settled(org, org.admin, waiting.id);
    expect(refused.refusal).toMatchObject({ code: "host_removed" });
    await expect(request(org, org.admin, { sessionId, argv: ["true"] })).rejects.toThrow(/was removed/);
    expect((await org.admin.api.session.get.query({ org: org.slug, id: sessionId })).host.state).toBe(
      "removed",
    );
    await until("its worker to end", async () => second.process.exitCode !== null);
    const again = startWorker({ name: second.name, dataDir: second.dataDir, network: "off", beside: true });
    await expect(again).rejects.toThrow(/was removed/);
    expect(await auditTypes(org.id)).toContain("host.removed");
  });

  it("leaves a damaged identity alone and says what to do", () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "gatehouse-identity-"));
    writeFileSync(path.join(dataDir, "host.json"), "{");
    const text = `import(${JSON.stringify(path.resolve("apps/worker/src/host/identity.ts"))}).then((m) => m.hostIdentity(${JSON.stringify(dataDir)}))`;
    const found = spawnSync(process.execPath, ["--import", "tsx", "-e", text], { encoding: "utf8" });
    expect(found.stderr).toMatch(/is damaged/);
    expect(readFileSync(path.join(dataDir, "host.json"), "utf8")).toBe("{");
  });
});

async function ownerClient() {
  const { default: pg } = await import("pg");
  const { database } = await import("../../helpers/web.ts");
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client;
}
