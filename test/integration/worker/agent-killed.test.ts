import { randomUUID } from "node:crypto";
import { answerApproval } from "@gatehouse/services/approval/answer";
import { say } from "@gatehouse/services/turn/say";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSession } from "../../helpers/call.ts";
import { command, type ModelServer, startModelServer, useModel } from "../../helpers/model-server.ts";
import { auditTypes, makeOrg, type TestOrg } from "../../helpers/org.ts";
import { awaited, tell, turnEnd, turnOf } from "../../helpers/turn.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";
import { shownNow } from "../../helpers/shown-now.ts";

let worker: TestWorker;
let server: ModelServer;
let org: TestOrg;

beforeAll(async () => {
  [worker, server] = await Promise.all([startWorker(), startModelServer()]);
  org = await makeOrg();
  await useModel(org, server);
});
afterAll(() => worker.stop());

type Begun = { task: string; sessionId: string; turnId: string };

async function begin(mode: "safe" | "auto"): Promise<Begun> {
  const task = `task ${randomUUID()}`;
  const sessionId = await openSession(org, org.admin, mode);
  return { task, sessionId, turnId: "" };
}

async function said(begun: Begun): Promise<Begun> {
  return { ...begun, turnId: await tell(org, org.admin, begun.sessionId, begun.task) };
}

const callsOf = (of: Begun) =>
  services.db.toolCall.findMany({ where: { sessionId: of.sessionId }, include: { execution: true } });

it("survives kill -9 in the middle of an answer, of a tool, of a question and of a subagent: no call is repeated, no word is lost", async () => {
  let answering = await begin("auto");
  server.script(answering.task, [{ content: "The whole answer." }]);
  server.once(answering.task, 0, { content: "half ".repeat(600) }, { chunkSize: 5, latency: 30 });
  let running = await begin("auto");
  server.script(running.task, [
    { toolCalls: [command(["sleep", "300"])] },
    (results) => ({ content: results[0]?.includes("worker died") ? "It was lost." : "Odd." }),
  ]);
  let asking = await begin("safe");
  server.script(asking.task, [{ toolCalls: [command(["touch", "asked.txt"])] }, { content: "Made it." }]);
  let parent = await begin("auto");
  const inner = `task ${randomUUID()}`;
  server.script(parent.task, [
    { toolCalls: [{ name: "subagents", arguments: { task: inner } }] },
    (results) => ({ content: results[0]?.includes("Whole again.") ? "Passed on." : "Odd." }),
  ]);
  server.script(inner, [{ toolCalls: [command(["touch", "one.txt"])] }, { content: "Whole again." }]);
  server.once(inner, 1, { content: "half ".repeat(600) }, { chunkSize: 5, latency: 30 });
  [answering, running, asking, parent] = (await Promise.all(
    [answering, running, asking, parent].map(said),
  )) as [Begun, Begun, Begun, Begun];

  await until("the first words", async () => {
    const turn = await turnOf(org, org.admin, answering);
    return (turn.modelSteps[0]?.text.length ?? 0) > 0;
  });
  await until("the command to run", async () => (await callsOf(running))[0]?.execution?.startedAt != null);
  const { approvalId } = await awaited(org, org.admin, asking.sessionId);
  await until("the subagent's first words after its call", async () =>
    services.db.modelStep.findFirst({
      where: {
        number: 2,
        text: { not: "" },
        turn: { sessionId: parent.sessionId, parentCallId: { not: null } },
      },
    }),
  );

  await worker.kill("SIGKILL");
  const steering = {
    org: org.slug,
    sessionId: running.sessionId,
    requestKey: randomUUID(),
    text: "said while nobody was there",
  };
  await org.admin.api.turn.say.mutate(steering);
  await org.admin.api.approval.answer.mutate({
    org: org.slug,
    approvalId,
    shown: await shownNow(approvalId),
    answer: "approve",
  });
  server.script(steering.text, [(results) => ({ content: results.length > 0 ? "Heard it." : "Odd." })]);
  worker = await startWorker({ name: worker.name, dataDir: worker.dataDir });

  const [answered, ran, asked, passed] = await Promise.all(
    [answering, running, asking, parent].map((one) => turnEnd(org, org.admin, one, 60_000)),
  );
  expect(answered?.modelSteps.map((step) => step.status)).toEqual(["broken", "finished"]);
  expect(answered?.modelSteps.at(-1)?.text).toBe("The whole answer.");
  expect(ran?.status).toBe("finished");
  expect(ran?.messages.map((message) => message.text)).toEqual([running.task, steering.text]);
  expect((await callsOf(running)).map((call) => call.execution?.outcome)).toEqual(["lost"]);
  expect(asked?.status).toBe("finished");
  expect((await callsOf(asking)).map((call) => call.execution?.outcome)).toEqual(["exited"]);
  expect(passed?.modelSteps.at(-1)?.text).toBe("Passed on.");
  expect((await callsOf(parent)).map((call) => `${call.tool} ${call.execution?.outcome}`).sort()).toEqual([
    "run_command exited",
    "subagents exited",
  ]);
  expect((await auditTypes(org.id)).filter((type) => type === "turn.ended")).toHaveLength(5);
});

it("finds the tool call again that it had asked for when it died before writing that down", async () => {
  const begun = await begin("safe");
  server.script(begun.task, [
    { toolCalls: [command(["touch", "one.txt"]), command(["touch", "two.txt"])] },
    { content: "Both." },
  ]);
  const one = await said(begun);
  await until("both to be asked for", async () => (await callsOf(one)).length === 2);
  await until("the turn to wait", async () => (await turnOf(org, org.admin, one)).status === "waiting");
  // As a death between the commit of the call and the commit of the link leaves it.
  await services.db.stepCall.updateMany({
    where: { turnId: one.turnId, position: 1 },
    data: { toolCallId: null },
  });
  await services.db.turn.updateMany({ where: { id: one.turnId }, data: { status: "calling" } });
  await services.queues.addTurn(one.turnId, "test");
  await until("the link to be there again", async () => {
    const calls = await services.db.stepCall.findMany({ where: { turnId: one.turnId } });
    return calls.every((call) => call.toolCallId !== null);
  });
  expect(await callsOf(one)).toHaveLength(2);
  for (const call of await services.db.approval.findMany({
    where: { toolCall: { sessionId: one.sessionId } },
  }))
    await org.admin.api.approval.answer.mutate({
      org: org.slug,
      approvalId: call.id,
      shown: await shownNow(call.id),
      answer: "approve",
    });
  expect((await turnEnd(org, org.admin, one)).status).toBe("finished");
  expect(await callsOf(one)).toHaveLength(2);
});

it("goes on though the web server died between the commit of what a person said or answered and its announcement", async () => {
  const begun = await begin("safe");
  server.script(begun.task, [{ toolCalls: [command(["touch", "made.txt"])] }, { content: "Made it." }]);
  const { sessionId } = begun;
  // As a death at that moment leaves it: everything is in Postgres, and nobody was told.
  const silent = async () => undefined;
  const queues = { ...services.queues, addTurn: silent, addExecution: silent };
  const dying = { ...org.admin.ctx(), queues };
  const { turnId } = await say(dying, { sessionId, requestKey: randomUUID(), text: begun.task });
  const { approvalId } = await awaited(org, org.admin, sessionId);
  const shown = await shownNow(approvalId);
  expect(await answerApproval(dying, { approvalId, shown, answer: "approve" })).toMatchObject({ won: true });
  const ended = await turnEnd(org, org.admin, { sessionId, turnId });
  expect(ended.status).toBe("finished");
  expect(ended.modelSteps.at(-1)?.text).toBe("Made it.");
  expect((await callsOf(begun)).map((call) => call.execution?.outcome)).toEqual(["exited"]);
});
