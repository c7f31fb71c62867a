import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMaintenance } from "@gatehouse/services/maintenance";
import type { TestOrg } from "../../helpers/org.ts";
import { ownRedis } from "../../helpers/redis.ts";
import { until } from "../../helpers/wait.ts";

// The rest reads its settings when it is loaded, so it comes after this file's own Redis is there.
const redis = await ownRedis();
process.env.REDIS_URL = redis.url;
const { database, services } = await import("../../helpers/web.ts");
const { auditTypes, makeOrg } = await import("../../helpers/org.ts");
const { openSession, outputOf, request, settled } = await import("../../helpers/call.ts");
const { startWorker } = await import("../../helpers/worker.ts");

let worker: Awaited<ReturnType<typeof startWorker>>;
let org: TestOrg;
let sessionId: string;
let stopMaintenance: () => Promise<void>;

beforeAll(async () => {
  worker = await startWorker({ redisUrl: redis.url });
  stopMaintenance = startMaintenance(services);
  org = await makeOrg();
  sessionId = await openSession(org, org.admin);
});
afterAll(async () => {
  await stopMaintenance();
  await worker.stop();
  await redis.remove();
});

describe("the queue is delivery, the row is truth", () => {
  it("runs a command once when the same request is sent many times at once", async () => {
    const requestKey = randomUUID();
    const calls = await Promise.all(
      Array.from({ length: 8 }, () =>
        request(org, org.admin, {
          sessionId,
          requestKey,
          argv: ["bash", "-c", "echo x >> once.txt; cat once.txt"],
        }),
      ),
    );
    expect(new Set(calls.map((call) => call.id)).size).toBe(1);
    const done = await settled(org, org.admin, calls[0]?.id ?? "");
    expect((await outputOf(org, org.admin, done.execution?.id ?? "")).toString()).toBe("x\n");
    expect((await auditTypes(org.id, done.id)).filter((type) => type === "execution.started")).toHaveLength(
      1,
    );
  });

  it("runs each of two calls once when their jobs are added again and again", async () => {
    const calls = await Promise.all(
      [1, 2].map(() => request(org, org.admin, { sessionId, argv: ["sleep", "0.3"] })),
    );
    await Promise.all(
      calls.flatMap((call) =>
        Array.from({ length: 5 }, () =>
          services.queues.addExecution(worker.hostId, call.execution?.id ?? ""),
        ),
      ),
    );
    for (const call of calls) {
      await settled(org, org.admin, call.id);
      expect((await auditTypes(org.id, call.id)).filter((type) => type === "execution.claimed")).toHaveLength(
        1,
      );
    }
  });

  it("gives a queued execution a new job when its job was lost", async () => {
    const queues = { ...services.queues, addExecution: async () => undefined };
    const { requestToolCall } = await import("@gatehouse/services/tool-call/request");
    const call = await requestToolCall(
      { ...org.admin.ctx(), queues },
      { sessionId, requestKey: randomUUID(), input: { argv: ["echo", "found"] } },
    );
    expect(call.execution?.state).toBe("queued");
    const done = await settled(org, org.admin, call.id);
    expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
  });

  it("finishes a running command while Redis restarts, and takes new ones after", async () => {
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done"],
    });
    await until(
      "its first output",
      async () => (await outputOf(org, org.admin, call.execution?.id ?? "")).length > 0,
    );
    await redis.stop();
    const meanwhile = await request(org, org.admin, { sessionId, argv: ["echo", "while away"] });
    expect(meanwhile.execution?.state).toBe("queued");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await redis.start();
    const done = await settled(org, org.admin, call.id);
    expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    expect((await outputOf(org, org.admin, done.execution?.id ?? "")).toString()).toBe("1\n2\n3\n4\n5\n6\n");
    const later = await settled(org, org.admin, meanwhile.id);
    expect(later.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    expect((await auditTypes(org.id, call.id)).filter((type) => type === "execution.started")).toHaveLength(
      1,
    );
  });

  it("finishes a running command with its output whole when the database drops every connection", async () => {
    const call = await request(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.3; done"],
    });
    const execution = call.execution?.id ?? "";
    await until("its first output", async () => (await outputOf(org, org.admin, execution)).length > 0);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    for (let cut = 0; cut < 3; cut += 1) {
      await owner.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await owner.end();
    const done = await until("the call to settle", async () => {
      const view = await org.admin.api.toolCall.get.query({ org: org.slug, id: call.id }).catch(() => null);
      return view?.status === "finished" ? view : null;
    });
    expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    expect((await outputOf(org, org.admin, execution)).toString()).toBe("1\n2\n3\n4\n5\n6\n7\n8\n");
  });
});
