import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import { randomUUID } from "node:crypto";
import { mostSubagents } from "@gatehouse/core/tool-call/subagent-tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, settled } from "../../helpers/call.ts";
import { command, type ModelServer, startModelServer, useModel } from "../../helpers/model-server.ts";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { callTool, only } from "../../helpers/tool-call.ts";
import { awaited, tell, turnEnd } from "../../helpers/turn.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let server: ModelServer;
let org: TestOrg;
let member: TestMember;

beforeAll(async () => {
  [worker, server] = await Promise.all([startWorker(), startModelServer()]);
  org = await makeOrg();
  member = await org.join("member");
  await useModel(org, server);
  maker = await makeOrg({ denied_path: [`${agentWorkspace.replace(agentHome, "~")}/no`] });
  await useModel(maker, server, "openai_compatible", {
    image: { id: "mock-image", price: 0.04 },
    speech: { id: "mock-speech", price: 15 },
  });
  server.mock.onImage("a gate", { image: { b64Json: png } });
  server.mock.onSpeech("Halt", { audio: sound.toString("base64"), format: "mp3" });
});
afterAll(() => worker.stop());

let maker: TestOrg;

/** one transparent point */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sound = Buffer.concat([Buffer.from("ID3\u0004"), Buffer.alloc(400, 1)]);

const words = (what: string): string => `${what} ${randomUUID()}`;
const subagent = (task: string, more: Record<string, unknown> = {}) => ({
  name: "subagents",
  arguments: { task, ...more },
});
const resultsOf = (turnId: string) =>
  services.db.stepCall.findMany({ where: { turnId }, orderBy: { id: "asc" } });
const callsOf = (sessionId: string) =>
  services.db.toolCall.findMany({
    where: { sessionId },
    orderBy: { id: "asc" },
    include: { execution: true },
  });
const childOf = (toolCallId: string) =>
  services.db.turn.findFirstOrThrow({ where: { parentCallId: toolCallId } });

async function begin(task: string, mode: "safe" | "auto" = "auto", as = { org, by: member }) {
  const sessionId = await openSession(as.org, as.by, mode);
  const turnId = await tell(as.org, as.by, sessionId, task);
  return { sessionId, turnId };
}

describe("a subagent", () => {
  it("does its task with the session's tools, gives its last words back, and is counted and recorded as its own turn", async () => {
    const [task, inner] = [words("main"), words("inner")];
    server.script(task, [
      { toolCalls: [subagent(inner)] },
      (results) => ({ content: results[0]?.includes("Two files.") ? "Passed on." : "Odd." }),
    ]);
    server.script(inner, [
      { content: "I write.", toolCalls: [command(["touch", "made.txt"])] },
      { content: "Two files." },
    ]);
    const of = await begin(task);
    const turn = await turnEnd(org, member, of);
    expect(turn.modelSteps.at(-1)?.text).toBe("Passed on.");
    const [parent, own] = await callsOf(of.sessionId);
    expect(parent).toMatchObject({ tool: "subagents", status: "finished", parentCallId: null });
    expect(own).toMatchObject({ tool: "run_command", actorKind: "agent", parentCallId: parent?.id });
    const [result] = await resultsOf(of.turnId);
    expect(result?.result).toBe("Done.\n<output>\nTwo files.\n</output>");
    const steps = await member.api.turn.list.query({
      org: org.slug,
      sessionId: of.sessionId,
      callId: parent?.id ?? "",
    });
    expect(steps.items.map(({ status, steps: count, inputTokens }) => [status, count, inputTokens])).toEqual([
      ["finished", 2, 80],
    ]);
    expect(steps.items[0]?.messages).toMatchObject([{ author: "agent", text: inner }]);
    const { items } = await member.api.turn.list.query({ org: org.slug, sessionId: of.sessionId });
    expect(items.map((item) => item.id)).toEqual([of.turnId]);
    expect(await auditTypes(org.id, parent?.id)).toEqual(
      expect.arrayContaining(["execution.started", "turn.started", "execution.finished"]),
    );
  });

  it("starts no others, leaves nothing in the background and uses no tool that was left out: each is a refusal that it reads", async () => {
    const [task, inner] = [words("main"), words("inner")];
    server.script(task, [
      { toolCalls: [subagent(inner, { exclude_tools: ["edit_file"] })] },
      { content: "Done." },
    ]);
    server.script(inner, [
      {
        toolCalls: [
          subagent("again"),
          { name: "background_subagents", arguments: { task: "again" } },
          { name: "background_command", arguments: { argv: ["sleep", "60"] } },
          { name: "edit_file", arguments: { mode: "write", path: "a.txt", content: "a" } },
        ],
      },
      { content: "I see." },
    ]);
    const of = await begin(task);
    await turnEnd(org, member, of);
    const [parent, ...others] = await callsOf(of.sessionId);
    expect(others).toEqual([]);
    const child = await childOf(parent?.id ?? "");
    const results = await resultsOf(child.id);
    expect(results.map(({ result }) => /^Refused \((\w+)\)/.exec(result ?? "")?.[1])).toEqual(
      Array(4).fill("not_for_subagents"),
    );
    const offered = server.mock
      .getRequests()
      .filter((entry) => JSON.stringify(entry.body ?? {}).includes(inner))
      .map((entry) => JSON.stringify((entry.body as { tools?: unknown }).tools ?? ""))
      .filter((tools) => !tools.includes('"edit_file"'));
    expect(offered).toHaveLength(2);
  });

  it("waits for the person of the session as the subagent's call, for as long as it takes, and nobody is held meanwhile", async () => {
    const [task, inner] = [words("main"), words("inner")];
    server.script(task, [{ toolCalls: [subagent(inner)] }, { content: "Done." }]);
    server.script(inner, [{ toolCalls: [command(["touch", "asked.txt"])] }, { content: "Made." }]);
    const of = await begin(task, "safe");
    const { approvalId, toolCallId } = await awaited(org, member, of.sessionId);
    const inbox = await member.api.approval.list.query({ org: org.slug });
    const parent = (await callsOf(of.sessionId))[0];
    expect(inbox.find((item) => item.approvalId === approvalId)?.toolCall).toMatchObject({
      id: toolCallId,
      subagentOf: parent?.id,
    });
    const child = await childOf(parent?.id ?? "");
    await until("nobody to drive either turn", async () => {
      const rows = await services.db.turn.findMany({ where: { id: { in: [of.turnId, child.id] } } });
      return rows.every((row) => row.leaseExpiresAt === null && row.status === "waiting");
    });
    const days = "interval '20 hours'";
    for (const statement of [
      `UPDATE turn SET started_at = started_at - ${days} WHERE session_id = '${of.sessionId}'`,
      `UPDATE tool_call SET requested_at = requested_at - ${days} WHERE id = '${toolCallId}'`,
      `UPDATE model_step SET started_at = started_at - ${days}, ended_at = ended_at - ${days} WHERE turn_id = '${child.id}'`,
      `UPDATE execution SET queued_at = queued_at - ${days}, started_at = started_at - ${days} WHERE tool_call_id = '${parent?.id}'`,
    ])
      await services.db.$executeRawUnsafe(statement);
    await member.api.approval.answer.mutate({
      org: org.slug,
      approvalId,
      shown: await shownNow(approvalId),
      answer: "approve",
    });
    const turn = await turnEnd(org, member, of);
    expect(turn.status).toBe("finished");
    expect(turn.workingMs).toBeLessThan(10 * 60_000);
  });

  it("ends with the person's stop of the turn that asked, with everything that it runs", async () => {
    const [task, inner, other] = [words("main"), words("inner"), words("other")];
    server.script(task, [{ toolCalls: [subagent(inner), subagent(other)] }]);
    server.script(inner, [{ toolCalls: [command(["sleep", "600"])] }]);
    server.once(other, 0, { content: "word ".repeat(4000) }, { chunkSize: 5, latency: 40 });
    const of = await begin(task);
    const running = await until("the subagent's command to run", async () =>
      (await callsOf(of.sessionId)).find(
        (call) => call.tool === "run_command" && call.status === "executing",
      ),
    );
    await until("the other one to speak", async () =>
      services.db.modelStep.count({
        where: { text: { startsWith: "word" }, turn: { sessionId: of.sessionId } },
      }),
    );
    await member.api.turn.stop.mutate({ org: org.slug, id: of.turnId });
    const turns = await services.db.turn.findMany({ where: { sessionId: of.sessionId } });
    expect(turns.map((turn) => turn.status)).toEqual(["stopped", "stopped", "stopped"]);
    const calls = (await callsOf(of.sessionId)).filter((call) => call.tool === "subagents");
    expect(calls.map((call) => call.execution?.outcome)).toEqual(["cancelled", "cancelled"]);
    expect((await settled(org, member, running.id)).execution).toMatchObject({ outcome: "cancelled" });
  });

  it("waits for a place where three are at work, and its time runs meanwhile", async () => {
    const patient = await makeOrg({ limits: { turn_minutes: 60 } });
    await useModel(patient, server);
    const task = words("main");
    const inner = Array.from({ length: mostSubagents + 2 }, () => words("inner"));
    server.script(task, [{ toolCalls: inner.map((one) => subagent(one)) }, { content: "All." }]);
    const wait = command(["bash", "-c", "until [ -e go ]; do sleep .1; done"]);
    for (const one of inner) server.script(one, [{ toolCalls: [wait] }, { content: `Done with ${one}` }]);
    const of = await begin(task, "auto", { org: patient, by: patient.admin });
    const waiting = await until("three to work and two to wait", async () => {
      const calls = (await callsOf(of.sessionId)).filter((call) => call.tool === "subagents");
      const queued = calls.filter((call) => call.execution?.state === "queued");
      const busy = calls.filter((call) => call.execution?.state === "running");
      return busy.length === mostSubagents && queued.length === 2 ? queued : null;
    });
    const late = waiting[0]?.id ?? "";
    await services.db
      .$executeRaw`UPDATE execution SET queued_at = queued_at - interval '31 minutes' WHERE tool_call_id = ${late}::uuid`;
    const ended = await settled(patient, patient.admin, late);
    expect(ended.execution).toMatchObject({ outcome: "timed_out" });
    expect(await services.db.turn.count({ where: { parentCallId: late } })).toBe(0);
    await patient.admin.api.toolCall.request.mutate({
      org: patient.slug,
      sessionId: of.sessionId,
      requestKey: randomUUID(),
      input: { argv: ["touch", "go"] },
    });
    expect((await turnEnd(patient, patient.admin, of, 60_000)).status).toBe("finished");
    const results = (await resultsOf(of.turnId)).map(({ result }) => result ?? "");
    expect(results.filter((result) => result.includes("Done with"))).toHaveLength(mostSubagents + 1);
  });
});

describe("a subagent in the background", () => {
  it("answers its turn at once; its end is told once with what it answered, stands among the jobs and in the notices", async () => {
    const [task, inner] = [words("main"), words("inner")];
    server.script(task, [
      { toolCalls: [{ name: "background_subagents", arguments: { task: inner, timeout_min: 5 } }] },
      { content: "It works." },
    ]);
    const wait = command(["bash", "-c", "until [ -e go ]; do sleep .1; done"]);
    server.script(inner, [{ toolCalls: [wait] }, { content: "The answer is 42." }]);
    const of = await begin(task);
    expect((await turnEnd(org, member, of)).status).toBe("finished");
    const [job] = await callsOf(of.sessionId);
    server.script(`tool_call_id ${job?.id}`, [{ content: "I heard." }]);
    const listed = await member.api.job.list.query({ org: org.slug, sessionId: of.sessionId });
    expect(listed.items.map(({ call }) => [call.tool, call.status])).toEqual([
      ["background_subagents", "executing"],
    ]);
    await member.api.toolCall.request.mutate({
      org: org.slug,
      sessionId: of.sessionId,
      requestKey: randomUUID(),
      input: { argv: ["touch", "go"] },
    });
    const message = await until("its end to be told and read", async () =>
      services.db.message.findFirst({
        where: { sessionId: of.sessionId, author: "product", turn: { endedAt: { not: null } } },
      }),
    );
    expect(message.text).toContain("It answered:\n<output>\nThe answer is 42.\n</output>");
    expect(await services.db.message.count({ where: { sessionId: of.sessionId, author: "product" } })).toBe(
      1,
    );
    const told = await member.api.notification.list.query({ org: org.slug });
    expect(told.items.find((item) => item.subject === job?.id)).toMatchObject({ kind: "job.ended" });
  });
});

describe("images and speech", () => {
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
    const sessionId = await openSession(maker, maker.admin, "auto");
    const turnId = await tell(maker, maker.admin, sessionId, task);
    expect((await turnEnd(maker, maker.admin, { sessionId, turnId })).status).toBe("finished");
    const results = await services.db.stepCall.findMany({ where: { turnId }, orderBy: { position: "asc" } });
    expect(results.map(({ result }) => result)).toEqual([
      expect.stringContaining("gate.png (image/png, 70 bytes)"),
      expect.stringContaining(`halt.mp3 (audio/mpeg, ${sound.length} bytes)`),
    ]);
    const read = await callTool(maker, maker.admin, {
      sessionId,
      call: { tool: "read_files", input: { files: [{ path: "gate.png" }] } },
    });
    expect(only(read, "read_files").files[0]).toMatchObject({ kind: "image", bytes: 70 });
    const { usage } = await maker.admin.api.model.providers.query({ org: maker.slug });
    const turns = await services.db.turn.findMany({ where: { orgId: maker.id } });
    const ofTurns = turns.reduce((sum, turn) => sum + Number(turn.costMicros), 0);
    expect(usage.org.costMicros - ofTurns).toBe(40_000 + 15 * "Halt".length);
    expect(usage.member.costMicros).toBe(usage.org.costMicros);
    expect((await auditTypes(maker.id)).filter((type) => type === "media.made")).toHaveLength(2);
  });

  it("asks and refuses where a written file would, before anything is paid", async () => {
    const before = await services.db.mediaUse.count({ where: { orgId: maker.id } });
    const sessionId = await openSession(maker, maker.admin, "safe");
    const make = (path: string) =>
      callTool(maker, maker.admin, {
        sessionId,
        call: { tool: "generate_image", input: { prompt: "a gate", output_path: path } },
      });
    expect((await make("gate.png")).view.status).toBe("awaiting_approval");
    expect((await make("/etc/gate.png")).view.approval).toMatchObject({ strength: "password" });
    const denied = await make(`${agentWorkspace}/no/gate.png`);
    expect(denied.view.refusal).toMatchObject({ code: "denied_path" });
    expect(await services.db.mediaUse.count({ where: { orgId: maker.id } })).toBe(before);
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
});

describe("providers", () => {
  it("are tried by a worker, and their keys are never shown", async () => {
    const { providers } = await org.admin.api.model.providers.query({ org: org.slug });
    const [provider] = providers;
    server.script("Say hello.", [{ content: "Hello." }]);
    await org.admin.api.model.test.mutate({ org: org.slug, id: provider?.id ?? "" });
    const tested = await until("the answer", async () => {
      const page = await org.admin.api.model.providers.query({ org: org.slug });
      return page.providers[0]?.test.at == null ? null : page;
    });
    expect(tested.providers[0]?.test).toMatchObject({ ok: true });
    expect(tested.providers[0]?.hasKey).toBe(true);
    expect(JSON.stringify(tested)).not.toContain("sk-mock");
    expect(server.mock.getLastRequest()?.headers["authorization"]).toBeDefined();
  });

  it("are set by admins alone, so that nobody else decides where a worker connects to", async () => {
    const provider = {
      org: org.slug,
      name: "Inside",
      kind: "ollama" as const,
      baseUrl: "http://127.0.0.1:6379",
      models: [{ id: "m", inputPrice: 0, outputPrice: 0 }],
      defaultModel: null,
    };
    await expect(member.api.model.save.mutate(provider)).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
    await expect(member.api.model.providers.query({ org: org.slug })).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
    expect(JSON.stringify(await member.api.model.agents.query({ org: org.slug }))).not.toContain("http");
  });
});
