import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSession } from "../../helpers/call.ts";
import { type ModelServer, startModelServer, useModel } from "../../helpers/model-server.ts";
import { auditTypes, makeOrg, type TestOrg } from "../../helpers/org.ts";
import { callTool, only } from "../../helpers/tool-call.ts";
import { tell, turnEnd } from "../../helpers/turn.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let server: ModelServer;
let org: TestOrg;

/** one transparent point */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sound = Buffer.concat([Buffer.from("ID3\u0004"), Buffer.alloc(400, 1)]);

beforeAll(async () => {
  [worker, server] = await Promise.all([startWorker(), startModelServer()]);
  org = await makeOrg({ denied_path: ["~/work/no"] });
  await useModel(org, server, "openai_compatible", {
    image: { id: "mock-image", price: 0.04 },
    speech: { id: "mock-speech", price: 15 },
  });
  server.mock.onImage("a gate", { image: { b64Json: png } });
  server.mock.onSpeech("Halt", { audio: sound.toString("base64"), format: "mp3" });
});
afterAll(() => worker.stop());

it("makes an image and speech for an agent, as files with their versions, and counts what they cost", async () => {
  const task = `paint ${randomUUID()}`;
  server.script(task, [
    {
      toolCalls: [
        { name: "generate_image", arguments: { prompt: "a gate", output_path: "gate.png" } },
        { name: "generate_audio", arguments: { prompt: "Halt", output_path: "halt.mp3" } },
      ],
    },
    { content: "Made." },
  ]);
  const sessionId = await openSession(org, org.admin, "auto");
  const turnId = await tell(org, org.admin, sessionId, task);
  expect((await turnEnd(org, org.admin, { sessionId, turnId })).status).toBe("finished");
  const results = await services.db.stepCall.findMany({ where: { turnId }, orderBy: { position: "asc" } });
  expect(results.map(({ result }) => result)).toEqual([
    expect.stringContaining("gate.png (image/png, 70 bytes)"),
    expect.stringContaining(`halt.mp3 (audio/mpeg, ${sound.length} bytes)`),
  ]);
  const read = await callTool(org, org.admin, {
    sessionId,
    call: { tool: "read_files", input: { files: [{ path: "gate.png" }] } },
  });
  expect(only(read, "read_files").files[0]).toMatchObject({ kind: "image", bytes: 70 });
  const { usage } = await org.admin.api.model.providers.query({ org: org.slug });
  const turns = await services.db.turn.findMany({ where: { orgId: org.id } });
  const ofTurns = turns.reduce((sum, turn) => sum + Number(turn.costMicros), 0);
  expect(usage.org.costMicros - ofTurns).toBe(40_000 + 15 * "Halt".length);
  expect(usage.member.costMicros).toBe(usage.org.costMicros);
  expect((await auditTypes(org.id)).filter((type) => type === "media.made")).toHaveLength(2);
});

it("asks and refuses where a written file would, before anything is paid", async () => {
  const before = await services.db.mediaUse.count({ where: { orgId: org.id } });
  const sessionId = await openSession(org, org.admin, "safe");
  const make = (path: string) =>
    callTool(org, org.admin, {
      sessionId,
      call: { tool: "generate_image", input: { prompt: "a gate", output_path: path } },
    });
  expect((await make("gate.png")).view.status).toBe("awaiting_approval");
  expect((await make("/etc/gate.png")).view.approval).toMatchObject({ strength: "password" });
  const denied = await make("/home/agent/work/no/gate.png");
  expect(denied.view.refusal).toMatchObject({ code: "denied_path" });
  expect(await services.db.mediaUse.count({ where: { orgId: org.id } })).toBe(before);
});

it("is offered only where a provider of the org makes it, and says so where none does", async () => {
  const poor = await makeOrg();
  await useModel(poor, server);
  const task = `paint ${randomUUID()}`;
  const arguments_ = { prompt: "a gate", output_path: "gate.png" };
  server.script(task, [
    { toolCalls: [{ name: "generate_image", arguments: arguments_ }] },
    { content: "No." },
  ]);
  const sessionId = await openSession(poor, poor.admin, "auto");
  const turnId = await tell(poor, poor.admin, sessionId, task);
  await turnEnd(poor, poor.admin, { sessionId, turnId });
  const [call] = await services.db.stepCall.findMany({ where: { turnId } });
  expect(call?.result).toContain("Nothing was made (media_off)");
  const offered = server.mock
    .getRequests()
    .filter((entry) => JSON.stringify(entry.body ?? {}).includes(task))
    .map((entry) => JSON.stringify((entry.body as { tools?: unknown }).tools ?? ""));
  expect(offered.some((tools) => tools.includes('"generate_image"'))).toBe(false);
});
