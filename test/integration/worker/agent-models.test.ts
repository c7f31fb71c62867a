import { agentWorkspace } from "@gatehouse/core/path/facts";
import { randomUUID } from "node:crypto";
import type { ProviderKind } from "@gatehouse/services/model/load";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, settled } from "../../helpers/call.ts";
import { command, type ModelServer, startModelServer, useModel } from "../../helpers/model-server.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { awaited, tell, turnEnd, turnOf } from "../../helpers/turn.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";
import { shownNow } from "../../helpers/shown-now.ts";

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
const resultsOf = async (turnId: string): Promise<string[]> =>
  (await services.db.stepCall.findMany({ where: { turnId }, orderBy: { id: "asc" } })).map(
    (call) => call.result ?? "",
  );
const callsOf = (sessionId: string): Promise<number> => services.db.toolCall.count({ where: { sessionId } });

async function run(of: { org?: TestOrg; by?: TestMember; task: string; mode?: "safe" | "auto" }) {
  const { org: where = org, by = member } = of;
  const sessionId = await openSession(where, by, of.mode ?? "auto");
  const turnId = await tell(where, by, sessionId, of.task);
  return { sessionId, turnId };
}

describe.each<ProviderKind>(["openai_compatible", "anthropic", "ollama"])(
  "a model of the kind %s",
  (kind) => {
    it("works on a task in steps, with parallel calls, and is counted", async () => {
      const other = await makeOrg();
      await useModel(other, server, kind);
      const task = words();
      server.script(task, [
        { toolCalls: [command(["echo", "one"]), command(["echo", "two"])] },
        (results) => ({ toolCalls: [command(["echo", `${results.length} came back`])] }),
        { content: `Done with ${task}.` },
      ]);
      const { sessionId, turnId } = await run({ org: other, by: other.admin, task });
      const turn = await turnEnd(other, other.admin, { sessionId, turnId });
      expect(turn).toMatchObject({
        status: "finished",
        steps: 3,
        provider: `Mock ${kind}`,
        model: "mock-model",
      });
      expect(turn.modelSteps.at(-1)?.text).toBe(`Done with ${task}.`);
      expect(await resultsOf(turnId)).toEqual([
        "Exit code 0.\n<output>\none\n</output>",
        "Exit code 0.\n<output>\ntwo\n</output>",
        "Exit code 0.\n<output>\n2 came back\n</output>",
      ]);
      // The server's Ollama always says that it took no tokens.
      expect(turn.inputTokens).toBe(kind === "ollama" ? 0 : 120);
      expect(turn.costMicros).toBe(turn.inputTokens * 3 + turn.outputTokens * 15);
      const { usage } = await other.admin.api.model.providers.query({ org: other.slug });
      expect(usage.org.tokens).toBe(turn.inputTokens + turn.outputTokens);
    });
  },
);

const kinds: readonly ProviderKind[] = ["openai_compatible", "anthropic", "ollama"];

/** The same with a model of each kind, side by side: each in an org of its own. */
async function withEachKind(
  work: (of: { org: TestOrg; by: TestMember; task: string; kind: ProviderKind }) => Promise<void>,
): Promise<void> {
  await Promise.all(
    kinds.map(async (kind) => {
      const other = await makeOrg();
      await useModel(other, server, kind);
      await work({ org: other, by: other.admin, task: words(), kind });
    }),
  );
}

describe("what goes wrong on the way to a model of any kind", () => {
  it("is tried again after 429, 500 and a stream that breaks, and nothing is repeated", () =>
    withEachKind(async ({ org: where, by, task, kind }) => {
      server.script(task, [
        [{ error: { message: "slow down" }, status: 429 }, { toolCalls: [command(["echo", "once"])] }],
        [{ error: { message: "boom" }, status: 500 }, { content: "All done." }],
      ]);
      server.once(
        task,
        0,
        { content: "This sentence breaks off in the middle of it." },
        { truncateAfterChunks: 1 },
      );
      const { sessionId, turnId } = await run({ org: where, by, task });
      const turn = await turnEnd(where, by, { sessionId, turnId }, 60_000);
      expect(turn, kind).toMatchObject({ status: "finished", steps: 2 });
      expect(
        turn.modelSteps.map((step) => [step.number, step.status]),
        kind,
      ).toEqual([
        [1, "broken"],
        [1, "broken"],
        [1, "finished"],
        [2, "broken"],
        [2, "finished"],
      ]);
      expect(turn.modelSteps[0]?.note, kind).toContain("Asking again in 1 s");
      expect(turn.modelSteps[1]?.note, kind).toContain("(429). Asking again in 2 s");
      expect(await callsOf(sessionId), kind).toBe(1);
    }));

  it("is told in words where its arguments fit no tool, and a person's stop ends its answer in the middle", () =>
    withEachKind(async ({ org: where, by, task, kind }) => {
      server.script(task, [
        { toolCalls: [{ name: "run_command", arguments: { command: "ls -la" } }] },
        { content: "I see." },
      ]);
      const { sessionId, turnId } = await run({ org: where, by, task });
      const told = await turnEnd(where, by, { sessionId, turnId }, 60_000);
      expect(told.modelSteps.at(-1)?.text, kind).toBe("I see.");
      expect((await resultsOf(turnId))[0], kind).toContain("Refused (invalid_input)");
      expect(await callsOf(sessionId), kind).toBe(0);
      const talk = words();
      server.once(talk, 0, { content: "word ".repeat(4_000) }, { chunkSize: 5, latency: 40 });
      const long = { sessionId, turnId: await tell(where, by, sessionId, talk) };
      await until(`words of ${kind}`, async () => {
        const turn = await turnOf(where, by, long);
        return (turn.modelSteps[0]?.text.length ?? 0) > 0;
      });
      await by.api.turn.stop.mutate({ org: where.slug, id: long.turnId });
      const stopped = await turnOf(where, by, long);
      expect([stopped.status, stopped.modelSteps[0]?.status], kind).toEqual(["stopped", "broken"]);
    }));

  it("is ended where it makes the same failing call again and again, which runs twice and is then held back", () =>
    withEachKind(async ({ org: where, by, task, kind }) => {
      server.script(task, [{ toolCalls: [command(["ls", `${agentWorkspace}/nowhere`])] }]);
      const { sessionId, turnId } = await run({ org: where, by, task });
      const turn = await turnEnd(where, by, { sessionId, turnId }, 60_000);
      expect(turn, kind).toMatchObject({ status: "failed", endCode: "repeated_failure" });
      expect(await callsOf(sessionId), kind).toBe(2);
      expect((await resultsOf(turnId))[2], kind).toContain("Not run: this same call failed before");
    }));

  it("waits for a person as long as they take, goes on with their answer, and reacts to a refusal", () =>
    withEachKind(async ({ org: where, by, task, kind }) => {
      server.script(task, [
        { toolCalls: [command(["touch", "slow.txt"])] },
        { toolCalls: [command(["rm", "-rf", "/"])] },
        (results) => ({ content: results.at(-1)?.includes("Refused (") ? "Then not." : "Odd." }),
      ]);
      const { sessionId, turnId } = await run({ org: where, by, task, mode: "safe" });
      const { approvalId } = await awaited(where, by, sessionId);
      await services.db.turn.updateMany({
        where: { id: turnId },
        data: { startedAt: new Date(Date.now() - 20 * 3_600_000) },
      });
      await by.api.approval.answer.mutate({
        org: where.slug,
        approvalId,
        shown: await shownNow(approvalId),
        answer: "approve",
      });
      const turn = await turnEnd(where, by, { sessionId, turnId }, 60_000);
      expect(turn.modelSteps.at(-1)?.text, kind).toBe("Then not.");
    }));

  it("ends the turn after the fourth failure, and what was said is not lost", async () => {
    const task = words();
    server.script(task, [{ error: { message: "no" }, status: 503 }]);
    const { sessionId, turnId } = await run({ task });
    const turn = await turnEnd(org, member, { sessionId, turnId });
    expect(turn).toMatchObject({ status: "failed", endCode: "model" });
    expect(turn.modelSteps).toHaveLength(4);
    expect(turn.messages.map((message) => message.text)).toEqual([task]);
  });

  it("is not tried again where the key is refused", async () => {
    const task = words();
    server.script(task, [{ error: { message: "bad key" }, status: 401 }]);
    const { sessionId, turnId } = await run({ task });
    const turn = await turnEnd(org, member, { sessionId, turnId });
    expect(turn.modelSteps).toHaveLength(1);
    expect(turn.endSentence).toContain("does not accept the key (401)");
  });
});

describe("what a model asks for", () => {
  it("is answered in words where the arguments fit no tool, and becomes no tool call", async () => {
    const task = words();
    server.script(task, [
      {
        toolCalls: [
          { name: "run_command", arguments: { command: "ls -la" } },
          { name: "run_command", arguments: { argv: ["ls"], mode: "read" } },
          { name: "format_disk", arguments: {} },
        ],
      },
      { content: "I see." },
    ]);
    const { sessionId, turnId } = await run({ task });
    await turnEnd(org, member, { sessionId, turnId });
    expect(await callsOf(sessionId)).toBe(0);
    const results = await resultsOf(turnId);
    expect(results[0]).toContain("Refused (invalid_input)");
    expect(results[0]).toContain("argv");
    expect(results[1]).toContain('"mode"');
    expect(results[2]).toContain("There is no tool");
  });

  it("is refused with code and next step, and the model goes another way", async () => {
    const denying = await makeOrg({ denied_command: ["curl"] });
    await useModel(denying, server);
    const task = words();
    server.script(task, [
      { toolCalls: [command(["curl", "https://example.com"])] },
      (results) => ({
        content: results[0]?.startsWith("Refused (denied_command)") ? "Then without it." : "What?",
      }),
    ]);
    const { sessionId, turnId } = await run({ org: denying, by: denying.admin, task });
    const turn = await turnEnd(denying, denying.admin, { sessionId, turnId });
    expect(turn.modelSteps.at(-1)?.text).toBe("Then without it.");
    expect((await resultsOf(turnId))[0]).toMatch(
      /\nNext step: .+\nAsking again for the same call changes nothing\.$/,
    );
  });

  it("reaches it cut in the middle where the output is long, with the way to the rest", async () => {
    const task = words();
    server.script(task, [{ toolCalls: [command(["seq", "1", "20000"])] }, { content: "Long." }]);
    const { sessionId, turnId } = await run({ task });
    await turnEnd(org, member, { sessionId, turnId });
    const [result = ""] = await resultsOf(turnId);
    expect(result.length).toBeLessThan(31_000);
    expect(result).toContain("\n1\n2\n3\n");
    expect(result).toContain("\n20000\n</output>");
    expect(result).toContain("bytes left out here. To read the rest");
  });
});

describe("a person in the loop", () => {
  it("may take longer than any timeout, and no worker is held meanwhile", async () => {
    const task = words();
    server.script(task, [{ toolCalls: [command(["touch", "slow.txt"])] }, { content: "Now it is there." }]);
    const { sessionId, turnId } = await run({ task, mode: "safe" });
    const { approvalId } = await awaited(org, member, sessionId);
    const days = "interval '20 hours'";
    await services.db.$executeRawUnsafe(
      `UPDATE turn SET started_at = started_at - ${days}, changed_at = changed_at - ${days} WHERE id = '${turnId}'`,
    );
    await services.db.$executeRawUnsafe(
      `UPDATE tool_call SET requested_at = requested_at - ${days} WHERE session_id = '${sessionId}'`,
    );
    await until("nobody to drive it", async () => {
      const row = await services.db.turn.findUniqueOrThrow({ where: { id: turnId } });
      return row.leaseExpiresAt === null && row.status === "waiting";
    });
    await member.api.approval.answer.mutate({
      org: org.slug,
      approvalId,
      shown: await shownNow(approvalId),
      answer: "approve",
    });
    const turn = await turnEnd(org, member, { sessionId, turnId });
    expect(turn).toMatchObject({ status: "finished" });
    expect(turn.workingMs).toBeLessThan(10 * 60_000);
  });

  it("steers it: what is said while it runs is read with the next step", async () => {
    const task = words();
    server.script(task, [{ toolCalls: [command(["sleep", "1"])] }, { content: "Unsteered." }]);
    server.script("in French please", [{ content: "Bien sûr." }]);
    const { sessionId, turnId } = await run({ task });
    await until("the call", async () => (await callsOf(sessionId)) === 1);
    const said = await member.api.turn.say.mutate({
      org: org.slug,
      sessionId,
      requestKey: randomUUID(),
      text: "in French please",
    });
    expect(said).toMatchObject({ turnId, steered: true });
    const turn = await turnEnd(org, member, { sessionId, turnId });
    expect(turn.messages.map((message) => message.step)).toEqual([1, 2]);
    expect(turn.modelSteps.at(-1)?.text).toBe("Bien sûr.");
  });

  it("stops it: the model's stream and its tools end, and the turn says stopped", async () => {
    const task = words();
    server.script(task, [
      { toolCalls: [command(["sleep", "600"]), command(["touch", "never.txt"], { sandbox: false })] },
    ]);
    const { sessionId, turnId } = await run({ task });
    const running = await until("the command to run", async () => {
      const { items } = await member.api.toolCall.list.query({ org: org.slug, sessionId });
      return items.find((call) => call.execution?.state === "running");
    });
    const from = performance.now();
    await member.api.turn.stop.mutate({ org: org.slug, id: turnId });
    expect((await turnOf(org, member, { sessionId, turnId })).status).toBe("stopped");
    const call = await settled(org, member, running.id);
    expect(call.execution).toMatchObject({ outcome: "cancelled" });
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  it("stops it in the middle of an answer, of which nothing more is written", async () => {
    const task = words();
    server.once(task, 0, { content: "word ".repeat(400) }, { chunkSize: 5, latency: 40 });
    const { sessionId, turnId } = await run({ task });
    await until("the first words", async () => {
      const turn = await turnOf(org, member, { sessionId, turnId });
      return (turn.modelSteps[0]?.text.length ?? 0) > 0;
    });
    await member.api.turn.stop.mutate({ org: org.slug, id: turnId });
    const then = (await turnOf(org, member, { sessionId, turnId })).modelSteps[0];
    expect(then?.status).toBe("broken");
    await until("the worker to let go", async () => server.requests(task) >= 1);
    const later = (await turnOf(org, member, { sessionId, turnId })).modelSteps[0];
    expect(later?.text).toBe(then?.text);
  });
});

describe("guards against loops", () => {
  it("let the same call run again after something changed", async () => {
    const task = words();
    const look = command(["cat", "later.txt"]);
    server.script(task, [
      { toolCalls: [look] },
      { toolCalls: [look] },
      {
        toolCalls: [{ name: "edit_file", arguments: { mode: "write", path: "later.txt", content: "here" } }],
      },
      { toolCalls: [look] },
      { content: "Found it." },
    ]);
    const { sessionId, turnId } = await run({ task });
    const turn = await turnEnd(org, member, { sessionId, turnId });
    expect(turn.status).toBe("finished");
    expect((await resultsOf(turnId))[3]).toContain("here");
  });

  it("end a turn at the org's limit of steps, and it may go on in another", async () => {
    const strict = await makeOrg({ limits: { turn_iterations: 2 } });
    await useModel(strict, server);
    const task = words();
    server.script(task, [{ toolCalls: [command(["date"])] }]);
    server.script("Go on.", [{ content: "On it goes." }]);
    const { sessionId, turnId } = await run({ org: strict, by: strict.admin, task });
    const turn = await turnEnd(strict, strict.admin, { sessionId, turnId });
    expect(turn).toMatchObject({ status: "limited", endCode: "turn_iterations", steps: 2 });
    expect(turn.endSentence).toContain("limit of 2 steps");
    const next = await tell(strict, strict.admin, sessionId, "Go on.");
    expect((await turnEnd(strict, strict.admin, { sessionId, turnId: next })).status).toBe("finished");
  });

  it("end a turn whose tools take its working time, and cancel them", async () => {
    const task = words();
    server.script(task, [{ toolCalls: [command(["sleep", "600"])] }]);
    const { sessionId, turnId } = await run({ task });
    const running = await until("the command to run", async () => {
      const { items } = await member.api.toolCall.list.query({ org: org.slug, sessionId });
      return items.find((call) => call.execution?.state === "running");
    });
    await services.db
      .$executeRaw`UPDATE tool_call SET requested_at = requested_at - interval '11 minutes' WHERE id = ${running.id}::uuid`;
    const turn = await turnEnd(org, member, { sessionId, turnId });
    expect(turn).toMatchObject({ status: "limited", endCode: "turn_minutes" });
    expect((await settled(org, member, running.id)).execution?.outcome).toBe("cancelled");
  });

  it("end a turn at the member's limit of a day, and say so before the next one", async () => {
    const poor = await makeOrg({ limits: { member_day_tokens: 1 } });
    await useModel(poor, server);
    const task = words();
    server.script(task, [{ toolCalls: [command(["date"])] }]);
    const { sessionId, turnId } = await run({ org: poor, by: poor.admin, task });
    expect(await turnEnd(poor, poor.admin, { sessionId, turnId })).toMatchObject({
      status: "limited",
      endCode: "day_usage",
    });
    await expect(tell(poor, poor.admin, sessionId, "more")).rejects.toMatchObject({
      data: { appCode: "limit_reached" },
    });
  });
});
