"use client";

import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { Notice } from "../../ui/notice.tsx";
import { AgentText } from "./agent-text.tsx";
import { StepCalls } from "./step-calls.tsx";
import type { TurnStep } from "./turn-view-types.ts";

type StepViewProps = { step: TurnStep; canDrive: boolean; openOutput: boolean };

/** One answer of the model: its words as they come, its reasoning on demand, and a card for each call it asked for. */
export const StepView = memo(function StepView({ step, canDrive, openOutput }: StepViewProps) {
  const silent = step.status === "streaming" && step.text === "" && step.reasoning === "";
  return (
    <section aria-label={`Step ${step.number}`} className="grid min-w-0 gap-2">
      {step.reasoning !== "" && <Reasoning text={step.reasoning} />}
      {step.text !== "" && <AgentText text={step.text} />}
      {silent && <p className="animate-pulse text-sm text-muted-foreground">Thinking…</p>}
      {step.note !== null && (step.status === "waiting" || step.status === "broken") && (
        <Notice kind="warning">{step.note}</Notice>
      )}
      <StepCalls calls={step.calls} canDrive={canDrive} openOutput={openOutput} />
    </section>
  );
});

function Reasoning({ text }: { text: string }) {
  return (
    <details className="group text-sm text-muted-foreground">
      <summary className="flex min-h-6 w-fit cursor-pointer list-none items-center gap-1 hover:text-foreground">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" /> Reasoning
      </summary>
      <p className="border-l-2 py-1 pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
    </details>
  );
}
