import { randomUUID } from "node:crypto";
import type { TurnView } from "@gatehouse/services/turn/view";
import type { TestMember, TestOrg } from "./org.ts";
import { until } from "./wait.ts";

export async function tell(org: TestOrg, by: TestMember, sessionId: string, text: string): Promise<string> {
  const said = await by.api.turn.say.mutate({ org: org.slug, sessionId, requestKey: randomUUID(), text });
  return said.turnId;
}

export async function turnOf(
  org: TestOrg,
  by: TestMember,
  of: { sessionId: string; turnId: string },
): Promise<TurnView> {
  const { items } = await by.api.turn.list.query({ org: org.slug, sessionId: of.sessionId });
  const turn = items.find((item) => item.id === of.turnId);
  if (turn === undefined) throw new Error(`there is no turn ${of.turnId}`);
  return turn;
}

export async function turnEnd(
  org: TestOrg,
  by: TestMember,
  of: { sessionId: string; turnId: string },
  timeoutMs = 30_000,
): Promise<TurnView> {
  return until(
    `turn ${of.turnId} to end`,
    async () => {
      const turn = await turnOf(org, by, of);
      return turn.endedAt === null ? null : turn;
    },
    timeoutMs,
  );
}

/** The call of a session that waits for a person. */
export async function awaited(
  org: TestOrg,
  by: TestMember,
  sessionId: string,
): Promise<{ approvalId: string; toolCallId: string }> {
  return until(`a call of ${sessionId} to wait for a person`, async () => {
    const { items } = await by.api.toolCall.list.query({ org: org.slug, sessionId });
    const call = items.find((item) => item.status === "awaiting_approval");
    return call?.approval === undefined ? null : { approvalId: call.approval.id, toolCallId: call.id };
  });
}
