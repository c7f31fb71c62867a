import { afterEach, describe, expect, it } from "vitest";
import { startMaintenance } from "@gatehouse/services/maintenance";
import { openSession, outputOf, request, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

const workers: TestWorker[] = [];
let stopMaintenance: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stopMaintenance?.();
  for (const worker of workers.splice(0)) await worker.stop();
});

async function start(options: Parameters<typeof startWorker>[0] = {}): Promise<TestWorker> {
  const worker = await startWorker(options);
  workers.push(worker);
  return worker;
}

describe("a worker that dies", () => {
  it("ends its execution as lost within 15 s, without a worker, and it is never run again", async () => {
    const first = await start();
    stopMaintenance = startMaintenance(services);
    const org = await makeOrg();
    const sessionId = await openSession(org, org.admin);
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "echo started >> runs.txt; cat runs.txt; exec sleep 600"],
    });
    const execution = call.execution?.id ?? "";
    await until("its first output", async () => (await outputOf(org, org.admin, execution)).length > 0);
    const begun = performance.now();
    await first.kill("SIGKILL");
    const lost = await settled(org, org.admin, call.id);
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(lost.execution).toMatchObject({ state: "finished", outcome: "lost" });
    expect(lost.execution?.outcomeDetail).toContain("8 bytes");

    // The next worker of the same host finds the job that BullMQ may still hold, and must not run it.
    const second = await start({ name: first.name, dataDir: first.dataDir });
    const after = await request(org, org.admin, { sessionId, argv: ["cat", "runs.txt"] });
    const done = await settled(org, org.admin, after.id);
    expect((await outputOf(org, org.admin, done.execution?.id ?? "")).toString()).toBe("started\n");
    expect(second.log()).not.toContain("worker stops");
    expect(await auditTypes(org.id, call.id)).toEqual(
      expect.arrayContaining(["execution.claimed", "execution.started", "execution.finished"]),
    );
    expect(await services.db.execution.count({ where: { state: "running" } })).toBe(0);
  });

  it("writes nothing more once its lease is gone, and its command is ended", async () => {
    const worker = await start();
    const org = await makeOrg();
    const sessionId = await openSession(org, org.admin);
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "while sleep 0.1; do echo tick; done"],
    });
    const execution = call.execution?.id ?? "";
    await until("its first output", async () => (await outputOf(org, org.admin, execution)).length > 0);
    await services.db.execution.update({ where: { id: execution }, data: { lease: { increment: 1 } } });
    const frozen = (await outputOf(org, org.admin, execution)).length;
    await until("the worker to notice", async () => worker.log().includes("lease"));
    const row = await services.db.execution.findUniqueOrThrow({ where: { id: execution } });
    expect(row.state).toBe("running");
    expect((await outputOf(org, org.admin, execution)).length).toBeLessThanOrEqual(frozen + 5);
    stopMaintenance = startMaintenance(services);
    const lost = await settled(org, org.admin, call.id);
    expect(lost.execution?.outcome).toBe("lost");
  });
});
