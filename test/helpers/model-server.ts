import { LLMock } from "@copilotkit/aimock";
import type { ProviderKind } from "@gatehouse/services/model/load";
import type { MediaModels } from "@gatehouse/services/model/media";
import type { TestOrg } from "./org.ts";

type Asked = { messages: readonly { role: string; content?: unknown }[] };
type Call = { name: string; arguments: string | Record<string, unknown>; id?: string };
export type Answer =
  | { content: string }
  | { toolCalls: Call[]; content?: string }
  | { error: { message: string }; status: number };
type Told = Answer | ((results: string[]) => Answer);
/** of a list: one answer for each time that the step is asked for */
export type Step = Told | readonly Told[];
type Options = { truncateAfterChunks?: number; chunkSize?: number; latency?: number };

/** A model server that speaks the protocols of all three kinds; what it answers is written by the test. */
export async function startModelServer(): Promise<ModelServer> {
  const mock = new LLMock({ port: 0, chunkSize: 20, logLevel: "silent" });
  await mock.start();
  const asked = new Map<string, number>();
  const attempt = (step: Step | undefined, key: string): Exclude<Step, readonly unknown[]> | undefined => {
    const before = asked.get(key) ?? 0;
    asked.set(key, before + 1);
    return Array.isArray(step) ? step[Math.min(before, step.length - 1)] : (step as Answer | undefined);
  };
  if (process.env.VITEST !== undefined) (await import("vitest")).afterAll(() => mock.stop());
  return {
    mock,
    /** Answers, one a step, to whoever says `words`; the last one again for every further step. */
    script(words, steps) {
      mock.on({ userMessage: words }, (request: Asked) => {
        const since = request.messages.findLastIndex((message) => message.role === "user");
        const done = request.messages.slice(since).filter((message) => message.role === "assistant").length;
        const step = attempt(steps[Math.min(done, steps.length - 1)], `${words} ${done}`);
        const answer = typeof step === "function" ? step(toolResults(request)) : step;
        return withText(answer ?? { content: "nothing" }) as never;
      });
    },
    /** The n-th request (from 0) that says `words` gets this, whatever else is written for it. */
    once(words, at, answer, options = {}) {
      mock.prependFixture({
        match: { userMessage: words, sequenceIndex: at },
        response: withText(answer) as never,
        ...options,
      });
    },
    requests: (words) =>
      mock.getRequests().filter((entry) => JSON.stringify(entry.body ?? {}).includes(words)).length,
  };
}

export type ModelServer = {
  mock: LLMock;
  script(words: string, steps: readonly Step[]): void;
  once(words: string, at: number, answer: Answer, options?: Options): void;
  requests(words: string): number;
};

/** under the names that each protocol has for them */
const usage = {
  prompt_tokens: 40,
  completion_tokens: 8,
  input_tokens: 40,
  output_tokens: 8,
  prompt_eval_count: 40,
  eval_count: 8,
};

function withText(answer: Answer): unknown {
  if (!("toolCalls" in answer)) return { usage, ...answer };
  return {
    usage,
    ...answer,
    toolCalls: answer.toolCalls.map((call) => ({
      ...call,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    })),
  };
}

function toolResults(request: Asked): string[] {
  return request.messages.flatMap((message) =>
    message.role === "tool"
      ? [typeof message.content === "string" ? message.content : JSON.stringify(message.content)]
      : [],
  );
}

const paths: Record<ProviderKind, string> = { openai_compatible: "/v1", anthropic: "/v1", ollama: "/api" };

/** Makes the server the org's default model, as an admin does it. */
export async function useModel(
  org: TestOrg,
  server: ModelServer,
  kind: ProviderKind = "openai_compatible",
  media: MediaModels = {},
): Promise<string> {
  const { id } = await org.admin.api.model.save.mutate({
    org: org.slug,
    name: `Mock ${kind}`,
    kind,
    baseUrl: `${server.mock.url}${paths[kind]}`,
    models: [{ id: "mock-model", inputPrice: 3, outputPrice: 15 }],
    defaultModel: "mock-model",
    key: "sk-mock",
    ...media,
  });
  return id;
}

export function command(argv: string[], more: Record<string, unknown> = {}): Call {
  return { name: "run_command", arguments: { argv, ...more } };
}
