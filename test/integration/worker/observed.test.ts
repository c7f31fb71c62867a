import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, run } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;

const detailOf = (toolCallId: string) => org.admin.api.audit.get.query({ org: org.slug, toolCallId });

describe("what a host with a way out sees of a command", () => {
  let sessionId: string;
  beforeAll(async () => {
    worker = await startWorker();
    org = await makeOrg({});
    sessionId = await openSession(org, org.admin);
  });
  afterAll(() => worker.stop());

  it("keeps every program that ran on the record and in the audit chain", async () => {
    const call = await run(org, org.admin, { sessionId, argv: ["bash", "-c", "uname; python3 -c 'pass'"] });
    const { programs, events } = await detailOf(call.id);
    if (programs?.kind !== "recorded") throw new Error(JSON.stringify(programs));
    expect(programs.programs.map(({ path }) => path.split("/").at(-1))).toEqual(["bash", "uname", "python3"]);
    expect(programs.programs.map(({ parent }) => parent)).toEqual([null, 0, 0]);
    const finished = events.find(({ type }) => type === "execution.finished");
    expect(finished?.payload.programs).toMatchObject({ kind: "recorded", count: 3 });
  });

  it("lets a networked call reach no address of the host, and keeps the attempt on the record", async () => {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits += 1;
      response.end("HIT");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const fetch = `import urllib.request as u; print(u.urlopen("http://127.0.0.2:${port}/").read())`;
    const call = await run(org, org.admin, { sessionId, argv: ["python3", "-c", fetch], network: true });
    server.close();
    expect(hits).toBe(0);
    expect(call.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    expect((await outputOf(org, org.admin, call.execution?.id ?? "")).toString()).not.toContain("HIT");
    const { connections } = await detailOf(call.id);
    expect(connections).toMatchObject([{ host: "127.0.0.2", port, refused: expect.any(String) }]);
  });

  it("holds strict execution from the policy's publishing on, and records what ran under it", async () => {
    const text =
      "import os, shutil; shutil.copy('/usr/bin/uname', 'u'); os.system('uname'); os.execv('./u', ['u'])";
    const ask = () => run(org, org.admin, { sessionId, argv: ["python3", "-c", text] });
    expect((await ask()).execution?.exitCode).toBe(0);
    await org.publish({ strict_execution: true });
    const call = await ask();
    expect(call.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    const said = (await outputOf(org, org.admin, call.execution?.id ?? "")).toString();
    expect(said).toMatch(/^Linux$/m);
    expect(said).toContain("PermissionError");
    const { programs } = await detailOf(call.id);
    if (programs?.kind !== "recorded") throw new Error(JSON.stringify(programs));
    expect(programs.programs.map(({ path }) => path.split("/").at(-1))).toEqual(["python3", "sh", "uname"]);
    expect(programs.programs.map(({ parent }) => parent)).toEqual([null, 0, 1]);
    await org.publish({});
  });
});

describe("a host without a way out", () => {
  beforeAll(async () => {
    worker = await startWorker({ network: "off" });
    org = await makeOrg({});
  });
  afterAll(() => worker.stop());

  it("ends a call for network as refused, because this host offers none", async () => {
    const sessionId = await openSession(org, org.admin);
    const call = await run(org, org.admin, { sessionId, argv: ["echo", "x"], network: true });
    expect(call).toMatchObject({
      execution: { outcome: "refused" },
      refusal: { code: "network_unavailable" },
    });
    expect((await detailOf(call.id)).programs).toBeNull();
  });
});
