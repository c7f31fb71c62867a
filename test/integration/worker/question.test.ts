import { randomUUID } from "node:crypto";
import type { AskUserInput } from "@gatehouse/core/tool-call/question-input";
import { toolCall } from "@gatehouse/core/tool-call/tool-call";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, run } from "../../helpers/call.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { only, toolAnswer } from "../../helpers/tool-call.ts";
import { bearer, services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  member = await org.join("member");
  sessionId = await openSession(org, member);
});
afterAll(async () => worker.stop());

async function ask(questions: AskUserInput["questions"]): Promise<string> {
  const call = { tool: "ask_user" as const, input: { questions } };
  const requestKey = randomUUID();
  const view = await member.api.toolCall.use.mutate({ org: org.slug, sessionId, requestKey, call });
  expect(view).toMatchObject({ status: "awaiting_approval", decision: { effect: "question" } });
  return view.id;
}

const answer = (by: TestMember, toolCallId: string, answers: { chosen?: string[]; text?: string }[]) =>
  by.api.question.answer.mutate({ org: org.slug, toolCallId, answers });

describe("a question to a person", () => {
  it("waits as a row, and its answers are what the call brings", async () => {
    const id = await ask([
      { question: "Which one?", options: ["red", "blue"] },
      { question: "Which of them?", options: ["a", "b", "c"], multi_select: true },
      { question: "Why?" },
    ]);
    expect(await services.db.execution.count({ where: { toolCallId: id } })).toBe(0);
    await answer(member, id, [{ chosen: ["blue"] }, { chosen: ["c", "a"] }, { text: "it is calmer" }]);
    const ended = await toolAnswer(org, member, id);
    expect(only(ended, "ask_user").answers).toEqual([
      { question: "Which one?", kind: "choice", chosen: ["blue"], text: null },
      { question: "Which of them?", kind: "choice", chosen: ["c", "a"], text: null },
      { question: "Why?", kind: "text", text: "it is calmer" },
    ]);
    const output = await outputOf(org, member, ended.view.execution?.id ?? "");
    expect(output.toString()).toContain("Why?\nAnswer: it is calmer\n");
  });

  it("takes no answer of another kind, and says for which question", async () => {
    const id = await ask([{ question: "Which one?", options: ["red", "blue"] }, { question: "Why?" }]);
    for (const [answers, where] of [
      [[{ chosen: ["green"] }, { text: "x" }], "answers.0"],
      [[{ chosen: ["red", "blue"] }, { text: "x" }], "answers.0"],
      [[{ chosen: ["red"] }], "answers.1"],
      [[{ chosen: ["red"] }, { text: " " }], "answers.1"],
      [[{ chosen: ["red"] }, { text: "x" }, { text: "y" }], "answers.2"],
    ] as const)
      await expect(
        answer(
          member,
          id,
          answers.map((one) => ("chosen" in one ? { chosen: [...one.chosen] } : one)),
        ),
      ).rejects.toThrow(where);
    expect((await member.api.toolCall.get.query({ org: org.slug, id })).status).toBe("awaiting_approval");
  });

  it("has one answer when two people give one at once", async () => {
    const approver = await org.join("approver");
    const id = await ask([{ question: "Who?" }]);
    const both = await Promise.all([
      answer(member, id, [{ text: "one" }]),
      answer(approver, id, [{ text: "two" }]),
    ]);
    expect(both.filter(({ won }) => won)).toHaveLength(1);
    const [kept] = only(await toolAnswer(org, member, id), "ask_user").answers ?? [];
    expect(kept).toMatchObject({ text: both[0].won ? "one" : "two" });
    expect(await services.db.execution.count({ where: { toolCallId: id } })).toBe(1);
  });

  it("is answered by nobody without a login, and by nobody of another org", async () => {
    const other = await makeOrg();
    const id = await ask([{ question: "Who?" }]);
    const { token } = await member.api.token.create.mutate({
      org: org.slug,
      name: "t",
      scopes: ["tool.call", "session.read", "session.write"],
      days: 1,
    });
    const given = { toolCallId: id, answers: [{ text: "x" }] };
    await expect(bearer(token).api.question.answer.mutate({ org: org.slug, ...given })).rejects.toThrow(
      "login",
    );
    await expect(other.admin.api.question.answer.mutate({ org: other.slug, ...given })).rejects.toThrow(
      "no such question",
    );
  });

  it("keeps a secret sealed: commands find it by its name, and it stands in no row, event or output", async () => {
    const secret = "s3cret-of-a-person";
    const id = await ask([{ question: "The token?", secret: true, name: "DEPLOY_TOKEN" }]);
    await answer(member, id, [{ text: secret }]);
    const ended = await toolAnswer(org, member, id);
    expect(only(ended, "ask_user").answers).toEqual([
      { question: "The token?", kind: "secret", name: "DEPLOY_TOKEN" },
    ]);
    const script = 'test "${#DEPLOY_TOKEN}" = 18 && printf %s "$DEPLOY_TOKEN"; /bin/echo "$DEPLOY_TOKEN" >&2';
    const used = await run(org, member, {
      sessionId,
      argv: ["bash", "-c", script.replace("/bin/echo", "echo")],
    });
    const output = (await outputOf(org, member, used.execution?.id ?? "")).toString();
    expect(output).toContain("[secret DEPLOY_TOKEN]");
    await run(org, member, { sessionId, argv: ["bash", "-c", 'env printf %s "$DEPLOY_TOKEN"'] });
    const elsewhere = await run(org, member, {
      sessionId: await openSession(org, member),
      argv: ["bash", "-c", 'echo "[$DEPLOY_TOKEN]"'],
    });
    expect((await outputOf(org, member, elsewhere.execution?.id ?? "")).toString()).toBe("[]\n");
    const everything = await Promise.all([
      services.db.toolCall.findMany({ where: { sessionId } }),
      services.db.questionAnswer.findMany({ where: { orgId: org.id } }),
      services.db.execution.findMany({ where: { sessionId } }),
      services.db.auditEvent.findMany({ where: { orgId: org.id }, select: { body: true } }),
      services.db.executionResult.findMany({ where: { orgId: org.id } }),
    ]);
    const text = JSON.stringify(everything, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).not.toContain(secret);
    expect(output).not.toContain(secret);
  });

  it("takes no name for a secret that a program reads for itself", () => {
    for (const name of [
      "PATH",
      "LD_PRELOAD",
      "BASH_ENV",
      "GIT_SSH_COMMAND",
      "NODE_OPTIONS",
      "token",
      "A B_KEY",
    ])
      expect(
        toolCall.safeParse({
          tool: "ask_user",
          input: { questions: [{ question: "?", secret: true, name }] },
        }).success,
      ).toBe(false);
  });
});
