import { setTimeout as sleep } from "node:timers/promises";
import { demoStep } from "@gatehouse/core/agent/demo";
import type { Model } from "./model.ts";

const wordMs = 12;

/** The demonstration as a model: the next scene of the script, streamed word by word like an answer. It costs nothing. */
export const demoModel: Model = {
  provider: "demonstration",
  id: "demo",
  async *ask({ items, turnFrom, signal }) {
    const { text, calls } = demoStep(items.slice(turnFrom));
    for (const word of text.split(/(?<=\s)/)) {
      yield { kind: "text", text: word };
      await sleep(wordMs, undefined, { signal });
    }
    for (const [at, call] of calls.entries())
      yield {
        kind: "call",
        id: `demo_${items.length}_${at}`,
        tool: call.tool,
        input: JSON.stringify(call.input),
      };
    yield { kind: "end", inputTokens: 0, outputTokens: 0, reason: calls.length > 0 ? "tool-calls" : "stop" };
  },
};
