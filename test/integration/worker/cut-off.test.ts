import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMaintenance } from "@gatehouse/services/maintenance";
import { openSession, outputOf, request, run, settled } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { type SilentWay, silentWay } from "../../helpers/silent-way.ts";
import { until } from "../../helpers/wait.ts";
import { database, services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let way: SilentWay;
let worker: TestWorker;
let org: TestOrg;
let stopMaintenance: () => Promise<void>;

beforeAll(async () => {
  way = await silentWay(database.appUrl);
  worker = await startWorker({ databaseUrl: way.url, network: "off" });
  stopMaintenance = startMaintenance(services);
  org = await makeOrg({ record_programs: false });
});
afterAll(async () => {
  await stopMaintenance();
  await worker.kill("SIGKILL");
  way.close();
});

const runs = (mark: string): boolean => {
  const found = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return found.split("\n").some((line) => line.includes(mark) && !line.includes("ps -eo"));
};

describe("a worker that Postgres does not answer, over connections that stay open", () => {
  it("ends its command, which is recorded as lost with what is known, and works again when the way is healed", async () => {
    const sessionId = await openSession(org, org.admin);
    const mark = `61${Date.now() % 100_000}`;
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", `echo known; exec sleep ${mark}`],
    });
    const execution = call.execution?.id ?? "";
    await until("its output", async () => (await outputOf(org, org.admin, execution)).length > 0);
    expect(runs(`sleep ${mark}`)).toBe(true);
    way.silence();
    await until("its command to be ended", async () => !runs(`sleep ${mark}`), 30_000);
    const lost = await settled(org, org.admin, call.id);
    expect(lost.execution).toMatchObject({ outcome: "lost" });
    expect(lost.execution?.outcomeDetail).toContain("first 6 bytes");
    const late = await request(org, org.admin, { sessionId, argv: ["echo", "again"] });
    const why = await until("the host to be late", async () => {
      const found = await org.admin.api.toolCall.waiting.query({ org: org.slug, id: late.id });
      return found !== null && /^host_(late|gone)$/.test(found.code) ? found : null;
    });
    expect(why.sentence).toContain(worker.name);
    way.heal();
    expect((await settled(org, org.admin, late.id, 50_000)).execution).toMatchObject({ outcome: "exited" });
    expect((await run(org, org.admin, { sessionId, argv: ["true"] })).execution?.outcome).toBe("exited");
    expect((await outputOf(org, org.admin, execution)).toString()).toBe("known\n");
  });
});
