import type { ConversationItem } from "@gatehouse/core/agent/conversation";
import type { OfferedTool } from "@gatehouse/core/tool-call/tools";

export type ModelRequest = {
  system: string;
  items: readonly ConversationItem[];
  /** where the current turn begins in the items */
  turnFrom: number;
  tools: readonly OfferedTool[];
  signal: AbortSignal;
};

export type ModelEvent =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  /** input is JSON text as the model wrote it, right or wrong */
  | { kind: "call"; id: string; tool: string; input: string }
  | { kind: "end"; inputTokens: number; outputTokens: number; reason: string };

/** The one way to a model. Throws a ModelProblem; an abort ends the stream with whatever the signal's reason is. */
export type Model = {
  provider: string;
  id: string;
  ask(request: ModelRequest): AsyncIterable<ModelEvent>;
};

/** Why a model gave no whole answer, in a sentence for people. `again`: the same request may succeed a moment later. */
export class ModelProblem extends Error {
  readonly again: boolean;
  readonly retryAfterMs: number | null;
  constructor(message: string, of: { again: boolean; retryAfterMs?: number | null; cause?: unknown }) {
    super(message, of.cause === undefined ? undefined : { cause: of.cause });
    this.name = "ModelProblem";
    this.again = of.again;
    this.retryAfterMs = of.retryAfterMs ?? null;
  }
}
