import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import type { Turn } from "../turn/turn-view-types.ts";

/** A turn with the calls it made, or calls that stand for themselves: typed by a person, or asked for by a token. */
export type TranscriptPart =
  | { kind: "turn"; turn: Turn }
  | { kind: "calls"; id: string; calls: ToolCallView[] };

/** What happened in a session in its order. A call of a turn stands in the turn, a subagent's in its card. */
export function transcriptParts(turns: readonly Turn[], calls: readonly ToolCallView[]): TranscriptPart[] {
  const ofTurns = new Set(
    turns.flatMap((turn) =>
      turn.modelSteps.flatMap((step) => step.calls.flatMap((call) => call.toolCallId ?? [])),
    ),
  );
  const shown = new Set(calls.map((call) => call.id));
  const alone = calls.filter((call) => !ofTurns.has(call.id) && !shown.has(call.subagentOf ?? "none"));
  const parts: TranscriptPart[] = [];
  const waiting = [...turns];
  const turnsUpTo = (time: number): void => {
    while (waiting[0] !== undefined && new Date(waiting[0].startedAt).getTime() <= time) {
      const turn = waiting.shift();
      if (turn !== undefined) parts.push({ kind: "turn", turn });
    }
  };
  for (const call of alone) {
    turnsUpTo(new Date(call.requestedAt).getTime());
    const last = parts.at(-1);
    if (last?.kind === "calls") last.calls.push(call);
    else parts.push({ kind: "calls", id: call.id, calls: [call] });
  }
  turnsUpTo(Number.POSITIVE_INFINITY);
  return parts;
}
