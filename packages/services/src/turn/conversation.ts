import type { ConversationItem } from "@gatehouse/core/agent/conversation";
import type { Services } from "../context.ts";

export type Conversation = {
  items: ConversationItem[];
  /** where the items of the current turn begin */
  turnFrom: number;
};

const unanswered = "The turn ended before this call was over; what it did until then is not known here.";
const turnsRead = 60;

/**
 * Everything that was said and done in a session up to now, oldest first. Attempts that broke off are not part of it, and
 * neither is what subagents did; a subagent knows its own turn alone.
 */
export async function conversationOf(
  ctx: Pick<Services, "db">,
  of: { sessionId: string; turnId: string; beside: boolean },
): Promise<Conversation> {
  const turns = await ctx.db.turn.findMany({
    where: of.beside ? { id: of.turnId } : { sessionId: of.sessionId, parentCallId: null },
    orderBy: { startedAt: "desc" },
    take: turnsRead,
    include: {
      messages: { orderBy: { id: "asc" } },
      modelSteps: {
        where: { status: "finished" },
        orderBy: { number: "asc" },
        include: { calls: { orderBy: { position: "asc" } } },
      },
    },
  });
  const items: ConversationItem[] = [];
  let turnFrom = 0;
  for (const turn of turns.reverse()) {
    if (turn.id === of.turnId) turnFrom = items.length;
    const messages = [...turn.messages];
    const said = (upTo: number): void => {
      while (messages[0] !== undefined && (messages[0].step ?? 1) <= upTo) {
        const message = messages.shift();
        if (message !== undefined) items.push({ kind: "user", text: message.text });
      }
    };
    for (const step of turn.modelSteps) {
      said(step.number);
      const calls = step.calls.map(({ modelCallId, tool, input }) => ({ id: modelCallId, tool, input }));
      if (step.text === "" && calls.length === 0) continue;
      items.push({ kind: "assistant", text: step.text, calls });
      if (calls.length === 0) continue;
      const results = step.calls.map(({ modelCallId, tool, result, failed }) => ({
        id: modelCallId,
        tool,
        text: result ?? unanswered,
        failed: failed ?? true,
      }));
      items.push({ kind: "results", results });
    }
    said(Number.MAX_SAFE_INTEGER);
  }
  return { items, turnFrom };
}
