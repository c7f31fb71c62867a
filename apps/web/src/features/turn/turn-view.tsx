"use client";

import { useContext } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import { CallsById } from "./calls-by-id.ts";
import { StepView } from "./step-view.tsx";
import { TurnStatus } from "./turn-status.tsx";
import type { Turn, TurnPage } from "./turn-view-types.ts";

type TurnViewProps = {
  turn: Turn;
  limits: TurnPage["limits"] | undefined;
  canDrive: boolean;
  newest: boolean;
  /** whose turn it is; the session's agent unless said */
  who?: "agent" | "subagent";
  /** absent: it cannot be told to go on */
  onContinue?: () => void;
};

const openSteps = 2;

/** One exchange: what was said, each step with its calls, and how it ended. */
export function TurnView({ turn, limits, canDrive, newest, onContinue, who = "agent" }: TurnViewProps) {
  const calls = useContext(CallsById);
  const steps = turn.modelSteps;
  const asked = new Set(steps.flatMap((step) => step.calls.map((call) => call.toolCallId ?? "")));
  const awaits = [...calls.values()].some(
    (call) =>
      call.status === "awaiting_approval" && (asked.has(call.id) || asked.has(call.subagentOf ?? "none")),
  );
  const said = (from: number, upTo: number) =>
    turn.messages
      // what a subagent is to do stands at the head of its card
      .filter(({ author, step }) => author !== "agent" && (step ?? 1) > from && (step ?? 1) <= upTo)
      .map((message) => <MessageBubble key={message.id} message={message} />);
  return (
    <section aria-label={`Turn of the ${who}`} className="grid min-w-0 gap-3">
      {steps.map((step, at) => [
        ...said(steps[at - 1]?.number ?? 0, step.number),
        <StepView
          key={step.id}
          step={step}
          canDrive={canDrive}
          openOutput={newest && at >= steps.length - openSteps}
        />,
      ])}
      {said(steps.at(-1)?.number ?? 0, Number.MAX_SAFE_INTEGER)}
      {turn.endSentence !== null && turn.endSentence !== "" && (
        <Notice
          kind={turn.status === "failed" ? "danger" : turn.status === "limited" ? "warning" : "info"}
          actions={
            newest && canDrive && onContinue && turn.status !== "finished" ? (
              <Button size="sm" onClick={onContinue}>
                Let it go on
              </Button>
            ) : undefined
          }
        >
          {turn.endSentence}
        </Notice>
      )}
      <TurnStatus turn={turn} limits={limits} awaits={awaits} label={who === "agent" ? "Turn" : "Subagent"} />
    </section>
  );
}
