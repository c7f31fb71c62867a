import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember, TestOrg } from "../../helpers/org.ts";
import { ownRedis } from "../../helpers/redis.ts";
import { until } from "../../helpers/wait.ts";

// The rest reads its settings when it is loaded, so it comes after this file's own Redis is there.
const redis = await ownRedis();
process.env.REDIS_URL = redis.url;
const { makeOrg } = await import("../../helpers/org.ts");
const { openSession, request, settled } = await import("../../helpers/call.ts");
const { startWorker } = await import("../../helpers/worker.ts");

let worker: Awaited<ReturnType<typeof startWorker>>;
let org: TestOrg;
let member: TestMember;

beforeAll(async () => {
  worker = await startWorker({ redisUrl: redis.url, concurrency: 1 });
  org = await makeOrg();
  member = await org.join("member");
});
afterAll(async () => {
  await worker.stop();
  await redis.remove();
});

describe("a program denied while jobs are on their way", () => {
  it("is foreseen by the preview, refused to the job that waits, left to the one that runs, and back after a roll back", async () => {
    const { api } = org.admin;
    const sessionId = await openSession(org, member);
    const seen = await request(org, member, { sessionId, argv: ["seq", "2"] });
    expect((await settled(org, member, seen.id)).execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    const running = await request(org, member, { sessionId, argv: ["bash", "-c", "seq 1; sleep 60"] });
    const stateOf = async (id: string) =>
      (await member.api.toolCall.get.query({ org: org.slug, id })).execution?.state;
    await until("the first job to run", async () => (await stateOf(running.id)) === "running");
    const waiting = await request(org, member, { sessionId, argv: ["seq", "3"] });
    expect(await stateOf(waiting.id)).toBe("queued");

    const document = { denied_command: ["seq"] };
    const { revision } = await api.policy.saveDraft.mutate({ org: org.slug, document, revision: 0 });
    const preview = await api.policy.preview.query({ org: org.slug });
    expect(preview).toMatchObject({ calls: 3, refused: 3, allowed: 0 });
    expect(preview.onFacts).toBe(2);
    const published = await api.policy.publishDraft.mutate({
      org: org.slug,
      revision,
      reason: "no counting",
    });
    expect(published).toEqual({ kind: "published", number: 2 });

    expect(await stateOf(running.id)).toBe("running");
    await member.api.toolCall.cancel.mutate({ org: org.slug, id: running.id });
    expect((await settled(org, member, waiting.id)).execution).toMatchObject({
      outcome: "refused",
      refusal: { code: "denied_command" },
    });
    expect((await settled(org, member, running.id)).execution).toMatchObject({ outcome: "cancelled" });

    const [version] = await api.policy.versions.query({ org: org.slug });
    expect(version?.effect).toMatchObject({ refused: 3 });
    const back = { org: org.slug, number: 1, expectedNumber: 2, reason: "counting is fine" };
    expect(await api.policy.rollBack.mutate(back)).toEqual({ kind: "published", number: 3 });
    const again = await request(org, member, { sessionId, argv: ["seq", "4"] });
    expect((await settled(org, member, again.id)).execution).toMatchObject({
      outcome: "exited",
      exitCode: 0,
    });
  });
});
