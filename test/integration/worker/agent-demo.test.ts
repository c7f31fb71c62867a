import { afterAll, beforeAll, expect, it } from "vitest";
import { openSession } from "../../helpers/call.ts";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { awaited, tell, turnEnd } from "../../helpers/turn.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";
import { shownNow } from "../../helpers/shown-now.ts";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  member = await org.join("member");
});
afterAll(() => worker.stop());

it("walks through a real task: parallel calls, a file, a refusal it reacts to, the trash, and a question to a person", async () => {
  const sessionId = await openSession(org, member, "auto");
  const turnId = await tell(org, member, sessionId, "Show me how this works.");
  const { approvalId, toolCallId } = await awaited(org, member, sessionId);
  await until("the turn to hold nothing while a person thinks", async () => {
    const { status } = await services.db.turn.findUniqueOrThrow({ where: { id: turnId } });
    return status === "waiting";
  });
  await member.api.approval.answer.mutate({
    org: org.slug,
    approvalId,
    shown: await shownNow(approvalId),
    answer: "reject",
    reason: "no secrets",
  });
  const turn = await turnEnd(org, member, { sessionId, turnId });
  expect(turn).toMatchObject({ status: "finished", steps: 7, provider: null, model: "demo" });
  const { items } = await member.api.toolCall.list.query({ org: org.slug, sessionId });
  expect(items.map((call) => [call.tool, call.status, call.actor.kind])).toEqual([
    ["find_files", "finished", "agent"],
    ["run_command", "finished", "agent"],
    ["edit_file", "finished", "agent"],
    ["run_command", "finished", "agent"],
    ["run_command", "denied", "agent"],
    ["run_command", "finished", "agent"],
    ["run_command", "denied", "agent"],
  ]);
  expect(items.every((call) => call.actor.memberId === member.memberId)).toBe(true);
  const results = await services.db.stepCall.findMany({ where: { turnId }, orderBy: { id: "asc" } });
  expect(results[3]?.result).toContain("west,505\nnorth,420");
  expect(results[4]?.result).toMatch(/^Refused \(rm_in_script\): .*\nNext step: /);
  expect(results[6]?.result).toContain("A person declined this call: no secrets");
  expect(results[6]?.result).toContain("Asking again for the same call changes nothing");
  expect(turn.modelSteps.at(-1)?.text).toContain("You said no");
  expect(await auditTypes(org.id, toolCallId)).toContain("approval.rejected");
  const types = await auditTypes(org.id);
  expect(types.filter((type) => type === "model.called")).toHaveLength(7);
  expect(types).toEqual(expect.arrayContaining(["message.sent", "turn.started", "turn.ended"]));
});
