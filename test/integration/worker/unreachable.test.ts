import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, request, run, settled } from "../../helpers/call.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  member = await org.join("member");
});
afterAll(() => worker.stop());

describe("places that the worker may not look into", () => {
  it("may stand on the list of denied paths, and every other call still runs", async () => {
    const closed = ["/root", "/etc/ssl/private", "/proc/1/root", "/var/lib/private"];
    for (const place of closed) {
      await org.publish({ denied_path: [`${place}/inner/key.pem`] });
      const sessionId = await openSession(org, member);
      const done = await run(org, member, { sessionId, argv: ["echo", place] });
      expect({ place, ...done.execution }).toMatchObject({ outcome: "exited", exitCode: 0 });
      expect((await outputOf(org, member, done.execution?.id ?? "")).toString()).toBe(`${place}\n`);
    }
    await org.publish({});
  });
});

describe("a fault on the host before the start", () => {
  it("ends the call at once and says that nothing ran", async () => {
    const sessionId = await openSession(org, member);
    await services.db.workspace.updateMany({ where: { sessionId }, data: { directory: "not a name" } });
    const begun = performance.now();
    const { id } = await request(org, member, { sessionId, argv: ["echo", "x"] });
    const done = await settled(org, member, id);
    expect(done.execution).toMatchObject({ outcome: "sandbox_failed" });
    expect(done.execution?.outcomeDetail).toMatch(/nothing ran/);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
