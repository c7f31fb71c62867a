import { setTimeout as sleep } from "node:timers/promises";
import { fitConversation } from "@gatehouse/core/agent/conversation";
import { retryWait } from "@gatehouse/core/agent/retry";
import type { AskedCall } from "@gatehouse/core/agent/conversation";
import type { AgentServices } from "@gatehouse/services/turn/agent-ctx";
import { conversationOf } from "@gatehouse/services/turn/conversation";
import type { TurnLease } from "@gatehouse/services/turn/fence";
import { beginStep, breakStep, finishStep, writeStep } from "@gatehouse/services/turn/step";
import type { Actor } from "@gatehouse/core/actor";
import type { OfferedTool } from "@gatehouse/core/tool-call/tools";
import { type Model, ModelProblem } from "./model.ts";

export type Thinking = {
  services: AgentServices;
  lease: TurnLease;
  /** ends the model's stream: the turn was stopped, is driven elsewhere, or its time is over */
  signal: AbortSignal;
  model: Model;
  system: string;
  tools: readonly OfferedTool[];
  actor: Actor;
  number: number;
  cost(used: { input: number; output: number }): number;
  /** milliseconds of work since it was last written down */
  worked(): number;
};

const writeMs = 250;
const mostCalls = 16;

/** One model step, tried again as the rules of retries say. Gives how many calls it asks for. */
export async function think(of: Thinking): Promise<{ calls: number; text: boolean }> {
  for (let failures = 0; ; ) {
    const step = await beginStep(of.services, of.lease, of.number);
    try {
      return await attempt(of, step.id);
    } catch (error) {
      if (of.signal.aborted || !(error instanceof ModelProblem)) {
        if (of.signal.aborted) throw of.signal.reason;
        throw error;
      }
      failures += 1;
      const wait = error.again ? retryWait(failures, error.retryAfterMs) : null;
      const note = wait === null ? error.message : `${error.message} Asking again in ${wait / 1_000} s.`;
      await breakStep(of.services, of.lease, { stepId: step.id, note, again: wait !== null });
      if (wait === null) throw error;
      await sleep(wait, undefined, { signal: of.signal }).catch(() => undefined);
      of.signal.throwIfAborted();
    }
  }
}

async function attempt(of: Thinking, stepId: string): Promise<{ calls: number; text: boolean }> {
  const { services, lease } = of;
  const { items, turnFrom } = await conversationOf(services, lease);
  const fitted = fitConversation(items);
  const calls: AskedCall[] = [];
  let text = "";
  let reasoning = "";
  let dirty = false;
  let failure: { cause: unknown } | null = null;
  const timer = setInterval(() => {
    if (!dirty) return;
    dirty = false;
    writeStep(services, lease, { stepId, text, reasoning }).catch((cause: unknown) => {
      failure = { cause };
    });
  }, writeMs);
  try {
    const request = {
      system: of.system,
      items: fitted,
      turnFrom: Math.max(0, turnFrom - (items.length - fitted.length)),
      tools: of.tools,
      signal: of.signal,
    };
    for await (const event of of.model.ask(request)) {
      of.signal.throwIfAborted();
      if (failure !== null) throw (failure as { cause: unknown }).cause;
      if (event.kind === "text") text += event.text;
      else if (event.kind === "reasoning") reasoning += event.text;
      else if (event.kind === "call") calls.push({ id: event.id, tool: event.tool, input: event.input });
      else {
        clearInterval(timer);
        const { inputTokens, outputTokens, reason: finishReason } = event;
        const kept = calls.slice(0, mostCalls);
        const costMicros = of.cost({ input: inputTokens, output: outputTokens });
        const called = { provider: of.model.provider, model: of.model.id };
        const workedMs = of.worked();
        await finishStep(services, lease, {
          stepId,
          text,
          reasoning,
          calls: kept,
          inputTokens,
          outputTokens,
          costMicros,
          finishReason,
          workedMs,
          actor: of.actor,
          called,
        });
        return { calls: kept.length, text: text !== "" };
      }
      dirty = true;
    }
    throw new ModelProblem("The model's answer ended in the middle.", { again: true });
  } finally {
    clearInterval(timer);
  }
}
