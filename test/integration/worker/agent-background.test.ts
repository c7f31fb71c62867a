import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, settled } from "../../helpers/call.ts";
import { command, type ModelServer, startModelServer, useModel } from "../../helpers/model-server.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { tell, turnEnd } from "../../helpers/turn.ts";
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
});
afterAll(() => worker.stop());

const words = (): string => `task ${randomUUID()}`;
const background = (script: string, more: Record<string, unknown> = {}) => ({
  name: "background_command",
  arguments: { argv: ["bash", "-c", script], ...more },
});
const productMessages = (sessionId: string) =>
  services.db.message.findMany({ where: { sessionId, author: "product" }, orderBy: { id: "asc" } });
const jobOf = (sessionId: string) =>
  services.db.toolCall.findFirstOrThrow({ where: { sessionId, tool: "background_command" } });

describe("a background command of an agent", () => {
  it("answers its turn at once; its hits and its end begin a turn of their own, each told once", async () => {
    const task = words();
    const sessionId = await openSession(org, member, "auto");
    server.script(task, [
      {
        toolCalls: [
          background("until [ -e go ]; do sleep .1; done; echo FAILED here", { keywords: ["FAILED"] }),
        ],
      },
      { content: "It runs." },
    ]);
    const turnId = await tell(org, member, sessionId, task);
    const first = await turnEnd(org, member, { sessionId, turnId });
    expect(first.status).toBe("finished");
    const job = await jobOf(sessionId);
    expect(["approved", "executing"]).toContain(job.status);
    const [call] = await services.db.stepCall.findMany({ where: { turnId } });
    expect(call?.result).toContain(job.id);
    server.script(`tool_call_id ${job.id}`, [{ content: "I saw it." }]);
    await member.api.toolCall.request.mutate({
      org: org.slug,
      sessionId,
      requestKey: randomUUID(),
      input: { argv: ["touch", "go"] },
    });
    await settled(org, member, job.id);
    const turns = await until("what happened to be taken in", async () => {
      const rows = await services.db.turn.findMany({ where: { sessionId }, orderBy: { startedAt: "asc" } });
      const told = await productMessages(sessionId);
      const all = told.some((message) => message.requestKey.endsWith("-end"));
      return all &&
        told.every((message) => message.turnId !== null) &&
        rows.every((row) => row.endedAt !== null)
        ? rows
        : null;
    });
    expect(turns.slice(1).every((turn) => turn.status === "finished")).toBe(true);
    expect(turns.length).toBeGreaterThan(1);
    const said = (await productMessages(sessionId)).map((message) => message.text).join("\n");
    expect(said.match(/Found "FAILED"/g)).toHaveLength(1);
    expect(said.match(/ended with exit code 0/g)).toHaveLength(1);
    expect(said).toContain("<output>\nFAILED here\n</output>");
    const told = await member.api.notification.list.query({ org: org.slug });
    expect(
      told.items
        .filter((item) => item.subject === job.id)
        .map((item) => item.kind)
        .sort(),
    ).toEqual(["job.ended", "keyword.found"]);
  });

  it("ends with a person's stop of its turn, and what it says then wakes nobody", async () => {
    const task = words();
    const sessionId = await openSession(org, member, "auto");
    server.script(task, [
      { toolCalls: [background("sleep 600")] },
      { toolCalls: [command(["sleep", "600"])] },
    ]);
    const turnId = await tell(org, member, sessionId, task);
    await until("the second call to run", async () =>
      services.db.toolCall.findFirst({ where: { sessionId, tool: "run_command", status: "executing" } }),
    );
    await member.api.turn.stop.mutate({ org: org.slug, id: turnId });
    const job = await jobOf(sessionId);
    expect((await settled(org, member, job.id)).execution).toMatchObject({ outcome: "cancelled" });
    const [message] = await until("the end to be told", async () => {
      const rows = await productMessages(sessionId);
      return rows.length === 0 ? null : rows;
    });
    expect(message).toMatchObject({ turnId: null });
    expect(await services.db.turn.count({ where: { sessionId } })).toBe(1);
  });
});

describe("output that was cut", () => {
  it("is read on from the byte that the result names, in the same session alone", async () => {
    const task = words();
    const other = await openSession(org, member, "auto");
    const sessionId = await openSession(org, member, "auto");
    let pointer: RegExpExecArray | null = null;
    server.script(task, [
      { toolCalls: [command(["bash", "-c", "for i in $(seq 1 9000); do echo ü$i; done"])] },
      (results) => {
        pointer = /read_output with tool_call_id (\S+) and offset (\d+)/.exec(results[0] ?? "");
        const input = { tool_call_id: pointer?.[1] ?? "", offset: Number(pointer?.[2]), limit: 200 };
        return { toolCalls: [{ name: "read_output", arguments: input }] };
      },
      { content: "Read." },
    ]);
    const turnId = await tell(org, member, sessionId, task);
    await turnEnd(org, member, { sessionId, turnId });
    const [cut, read] = await services.db.stepCall.findMany({ where: { turnId }, orderBy: { id: "asc" } });
    const whole = Array.from({ length: 9000 }, (_, at) => `ü${at + 1}\n`).join("");
    const head = /<output>\n([^[]*)\n\[…/.exec(cut?.result ?? "")?.[1] ?? "";
    expect(whole.startsWith(head)).toBe(true);
    const text = /<output>\n([^]*)\n<\/output>/.exec(read?.result ?? "")?.[1] ?? "";
    expect(text.length).toBeGreaterThan(100);
    expect(whole.startsWith(head + text)).toBe(true);
    expect(read).toMatchObject({ failed: false, toolCallId: null });
    const stolen = words();
    server.script(stolen, [
      { toolCalls: [{ name: "read_output", arguments: { tool_call_id: cut?.toolCallId } }] },
      { content: "No." },
    ]);
    const second = await tell(org, member, other, stolen);
    await turnEnd(org, member, { sessionId: other, turnId: second });
    const [refused] = await services.db.stepCall.findMany({ where: { turnId: second } });
    expect(refused?.result).toContain("Refused (not_found)");
  });
});
