import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ConversationItem } from "@gatehouse/core/agent/conversation";
import type { LoadedProvider } from "@gatehouse/services/model/load";
import { jsonSchema, type LanguageModel, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { createOllama } from "ollama-ai-provider-v2";
import { ModelProblem, type Model, type ModelEvent, type ModelRequest } from "./model.ts";
import { problemOf } from "./model-problem.ts";

const mostOutputTokens = 8_192;

/**
 * Any of the three kinds of provider through the AI SDK. Tools are offered without a way to execute them: what a model
 * asks for is written down and goes the way of every tool call.
 */
export function sdkModel(provider: LoadedProvider, modelId: string): Model {
  const model = languageModel(provider, modelId);
  return { provider: provider.name, id: modelId, ask: (request) => ask(model, request) };
}

/** An address of a provider is set by an admin and followed exactly: an answer cannot send the request elsewhere. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

function languageModel({ kind, name, baseUrl, key }: LoadedProvider, modelId: string): LanguageModel {
  const apiKey = key ?? "none";
  switch (kind) {
    case "openai_compatible": {
      const withKey = key === null ? {} : { apiKey: key };
      return createOpenAICompatible({
        name,
        baseURL: baseUrl,
        includeUsage: true,
        fetch: fetchHere,
        ...withKey,
      })(modelId);
    }
    case "anthropic":
      return createAnthropic({ baseURL: baseUrl, apiKey, fetch: fetchHere })(modelId);
    case "ollama":
      return createOllama({
        baseURL: baseUrl,
        fetch: fetchHere,
        ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
      })(modelId);
  }
}

async function* ask(model: LanguageModel, request: ModelRequest): AsyncIterable<ModelEvent> {
  const offered: ToolSet = Object.fromEntries(
    request.tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]) }),
    ]),
  );
  const { fullStream } = streamText({
    model,
    system: request.system,
    messages: messagesOf(request.items),
    tools: offered,
    maxRetries: 0,
    maxOutputTokens: mostOutputTokens,
    abortSignal: request.signal,
    onError: () => undefined,
  });
  let ended = false;
  for await (const part of fullStream) {
    if (part.type === "text-delta") yield { kind: "text", text: part.text };
    else if (part.type === "reasoning-delta") yield { kind: "reasoning", text: part.text };
    else if (part.type === "tool-call")
      yield { kind: "call", id: part.toolCallId, tool: part.toolName, input: inputText(part.input) };
    else if (part.type === "error") throw problemOf(part.error);
    else if (part.type === "abort") {
      request.signal.throwIfAborted();
      throw brokenOff();
    } else if (part.type === "finish-step") {
      const { finishReason: reason, rawFinishReason, usage } = part;
      if (reason === "error" || (reason === "other" && rawFinishReason === undefined)) throw brokenOff();
      ended = true;
      yield {
        kind: "end",
        inputTokens: usage.inputTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
        reason,
      };
    }
  }
  if (!ended) throw brokenOff();
}

function brokenOff(): ModelProblem {
  return new ModelProblem("The model's answer ended in the middle.", { again: true });
}

/** Arguments that are no JSON come as the text the model wrote. */
function inputText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input ?? {});
}

export function messagesOf(items: readonly ConversationItem[]): ModelMessage[] {
  return items.map((item): ModelMessage => {
    switch (item.kind) {
      case "user":
        return { role: "user", content: item.text };
      case "assistant":
        return {
          role: "assistant",
          content: [
            ...(item.text === "" ? [] : [{ type: "text" as const, text: item.text }]),
            ...item.calls.map((call) => ({
              type: "tool-call" as const,
              toolCallId: call.id,
              toolName: call.tool,
              input: parsed(call.input),
            })),
          ],
        };
      case "results":
        return {
          role: "tool",
          content: item.results.map((result) => ({
            type: "tool-result" as const,
            toolCallId: result.id,
            toolName: result.tool,
            output: { type: result.failed ? ("error-text" as const) : ("text" as const), value: result.text },
          })),
        };
    }
  });
}

/** What the model wrote, as it wrote it; what was no object is given back as one, because providers want one. */
function parsed(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : { invalid: input };
  } catch (error) {
    if (error instanceof SyntaxError) return { invalid: input };
    throw error;
  }
}
