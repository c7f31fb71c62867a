import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, request, settled } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  sessionId = await openSession(org, org.admin);
});
afterAll(() => worker.stop());

type Frame = { offset: number; stream: string; bytesBase64: string };

/** Watches from an event id until it has seen so many bytes or the end; gives the frames and the last id. */
function watch(
  executionId: string,
  lastEventId: string | null,
  stopAfter: number,
): Promise<{ bytes: Buffer; lastId: string | null; end: unknown }> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let lastId = lastEventId;
    let size = 0;
    const finish = (end: unknown): void => {
      subscription.unsubscribe();
      resolve({ bytes: Buffer.concat(parts), lastId, end });
    };
    const subscription = org.admin.api.output.watch.subscribe(
      { org: org.slug, executionId, from: 0, ...(lastEventId === null ? {} : { lastEventId }) },
      {
        onError: reject,
        onData: (event) => {
          if (size >= stopAfter) return;
          const data = event.data as Frame | { end: true };
          if ("end" in data) return finish(data);
          const bytes = Buffer.from(data.bytesBase64, "base64");
          expect(Number(event.id)).toBe(data.offset + bytes.length);
          parts.push(bytes);
          size += bytes.length;
          lastId = event.id;
          if (size >= stopAfter) finish(null);
        },
      },
    );
  });
}

describe("watching output", () => {
  it("resumes after every lost connection with no byte missing or doubled", async () => {
    const script =
      "import sys,time,random\nr=random.Random(3)\nfor i in range(60):\n sys.stdout.buffer.write(r.randbytes(5000)); sys.stdout.buffer.flush(); time.sleep(0.02)";
    const call = await request(org, org.admin, { sessionId, argv: ["python3", "-c", script] });
    const executionId = call.execution?.id ?? "";
    const seen: Buffer[] = [];
    let lastId: string | null = null;
    let end: unknown = null;
    for (let connection = 0; end === null && connection < 100; connection += 1) {
      const part = await watch(executionId, lastId, 20_000);
      seen.push(part.bytes);
      lastId = part.lastId;
      end = part.end;
    }
    expect(end).toMatchObject({ end: true, outcome: "exited", exitCode: 0, outputBytes: 300_000 });
    const row = await services.db.execution.findUniqueOrThrow({ where: { id: executionId } });
    const all = Buffer.concat(seen);
    expect(all.length).toBe(300_000);
    expect(createHash("sha256").update(all).digest("hex")).toBe(row.outputDigest);
  });

  it("shows two watchers the same bytes, live and afterwards", async () => {
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "for i in 1 2 3; do echo $i; sleep 0.1; done"],
    });
    const executionId = call.execution?.id ?? "";
    const live = await Promise.all([watch(executionId, null, 1e9), watch(executionId, null, 1e9)]);
    await settled(org, org.admin, call.id);
    const later = await watch(executionId, null, 1e9);
    for (const one of [...live, later]) expect(one.bytes.toString()).toBe("1\n2\n3\n");
  });
});

describe("watching the calls of a session", () => {
  it("shows another person every state a call goes through", async () => {
    const colleague = await org.join("auditor");
    const states: string[] = [];
    const subscription = colleague.api.toolCall.watch.subscribe(
      { org: org.slug, sessionId },
      { onData: (event) => states.push(`${event.data.view.program} ${event.data.view.status}`) },
    );
    const call = await request(org, org.admin, { sessionId, argv: ["sleep", "0.4"] });
    await settled(org, org.admin, call.id);
    await until("the end to be seen", async () => states.includes("sleep finished"));
    expect(states).toContain("sleep executing");
    subscription.unsubscribe();
  });
});
