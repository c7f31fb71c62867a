import type { TurnStatus } from "@gatehouse/core/agent/turn-status";
import type { Ctx } from "../context.ts";
import type { Prisma } from "../generated/client.ts";
import { memberNames } from "../tool-call/views.ts";

export type MessageView = {
  id: string;
  author: "person" | "product" | "agent";
  name: string | null;
  text: string;
  /** the model step that read it first; null while it waits for the next one */
  step: number | null;
  createdAt: Date;
};

export type StepCallView = {
  id: string;
  tool: string;
  toolCallId: string | null;
  /** what the model read, where the call never became a tool call */
  told: string | null;
};

export type StepView = {
  id: string;
  number: number;
  attempt: number;
  status: "streaming" | "waiting" | "finished" | "broken";
  text: string;
  reasoning: string;
  note: string | null;
  startedAt: Date;
  endedAt: Date | null;
  calls: StepCallView[];
};

export type TurnHead = {
  id: string;
  status: TurnStatus;
  by: { memberId: string; name: string };
  /** provider's name; null: the demonstration agent */
  provider: string | null;
  model: string;
  steps: number;
  workingMs: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  startedAt: Date;
  endedAt: Date | null;
  endCode: string | null;
  endSentence: string | null;
  messages: MessageView[];
};

export type TurnView = TurnHead & { modelSteps: StepView[] };

export const turnInclude = {
  messages: { orderBy: { id: "asc" } },
  modelSteps: {
    orderBy: [{ number: "asc" }, { attempt: "asc" }],
    include: { calls: { orderBy: { position: "asc" } } },
  },
} as const satisfies Prisma.TurnInclude;

export type TurnRow = Prisma.TurnGetPayload<{ include: typeof turnInclude }>;
type MessageRow = TurnRow["messages"][number];

/** Rows to what every watcher of a session sees. */
export async function turnViews(ctx: Ctx, rows: readonly TurnRow[]): Promise<TurnView[]> {
  if (rows.length === 0) return [];
  const people = rows.flatMap((row) => [
    row.memberId,
    ...row.messages.flatMap((message) => message.memberId ?? []),
  ]);
  const providerIds = [...new Set(rows.flatMap((row) => row.providerId ?? []))];
  const [names, providers] = await Promise.all([
    memberNames(ctx, [...new Set(people)]),
    ctx.db.modelProvider.findMany({
      where: { id: { in: providerIds }, orgId: ctx.org.id },
      select: { id: true, name: true },
    }),
  ]);
  return rows.map((row) => ({
    id: row.id,
    status: row.status as TurnStatus,
    by: { memberId: row.memberId, name: names.get(row.memberId) ?? "former member" },
    provider: providers.find((provider) => provider.id === row.providerId)?.name ?? null,
    model: row.model,
    steps: row.steps,
    workingMs: Number(row.workingMs),
    inputTokens: Number(row.inputTokens),
    outputTokens: Number(row.outputTokens),
    costMicros: Number(row.costMicros),
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    endCode: row.endCode,
    endSentence: row.endSentence,
    messages: row.messages.map((message) => messageView(message, names)),
    modelSteps: row.modelSteps.map(stepView),
  }));
}

export function messageView(row: MessageRow, names: ReadonlyMap<string, string>): MessageView {
  return {
    id: row.id,
    author: row.author as "person" | "product" | "agent",
    name: row.memberId === null ? null : (names.get(row.memberId) ?? "former member"),
    text: row.text,
    step: row.step,
    createdAt: row.createdAt,
  };
}

function stepView(row: TurnRow["modelSteps"][number]): StepView {
  return {
    id: row.id,
    number: row.number,
    attempt: row.attempt,
    status: row.status as StepView["status"],
    text: row.text,
    reasoning: row.reasoning,
    note: row.note,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    calls: row.calls.map((call) => ({
      id: call.id,
      tool: call.tool,
      toolCallId: call.toolCallId,
      told: call.toolCallId === null ? call.result : null,
    })),
  };
}
