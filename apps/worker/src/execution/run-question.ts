/** What a person answered becomes the call's output; while they thought nothing here was held. */
import type { KeptAnswer } from "@gatehouse/core/tool-call/read-answers";
import type { Decided } from "@gatehouse/services/decision/record";
import type { Work } from "@gatehouse/services/execution/claim";
import { keptAnswers } from "@gatehouse/services/question/answer";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { runOwnTool } from "./run-own-tool.ts";
import type { SandboxView } from "./sandbox-view.ts";

const timeoutMs = 60_000;

export async function runQuestion(
  worker: Worker,
  held: HeldLease,
  of: { work: Work; decided: Decided; view: SandboxView },
): Promise<void> {
  const { orgId, toolCallId } = of.work;
  await runOwnTool(worker, held, {
    ...of,
    timeoutMs,
    carryOut: async ({ sink }) => {
      const answers = await keptAnswers(worker.ctx.db, { orgId, toolCallId });
      if (answers === null) await sink.problem("The person let you go on without an answer.");
      for (const answer of answers ?? []) await sink.text(`${answer.question}\n${shown(answer)}\n`);
      return { result: { tool: "ask_user", answers }, failed: answers === null, edited: null };
    },
  });
}

function shown(answer: KeptAnswer): string {
  switch (answer.kind) {
    case "text":
      return `Answer: ${answer.text}`;
    case "choice":
      return `Answer: ${[...answer.chosen, ...(answer.text === null ? [] : [answer.text])].join("; ")}`;
    case "secret":
      return `Answer: given. Later commands of this session find it in the environment as ${answer.name}.`;
  }
}
