"use client";

import { useContext } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { StepsOfCallProps } from "../subagent/steps-slot.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import { CallsById } from "./calls-by-id.ts";
import { TurnView } from "./turn-view.tsx";
import { useSessionTurns } from "./use-session-turns.ts";

/** What a subagent does, live. Closed it still shows what waits for a person, so that no question is overlooked. */
export function SubagentSteps({ callId, sessionId, canDrive, open }: StepsOfCallProps) {
  const calls = useContext(CallsById);
  const waiting = [...calls.values()].filter(
    (call) => call.subagentOf === callId && call.status === "awaiting_approval",
  );
  if (!open && waiting.length === 0) return null;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 border-t bg-muted/30 p-3">
      {open ? (
        <OpenSteps callId={callId} sessionId={sessionId} canDrive={canDrive} />
      ) : (
        waiting.map((call) => (
          <ToolCallCard key={call.id} call={call} canDrive={canDrive} openOutput={false} />
        ))
      )}
    </div>
  );
}

function OpenSteps({ callId, sessionId, canDrive }: Omit<StepsOfCallProps, "open">) {
  const { slug } = useOrg();
  const { list, turns } = useSessionTurns(slug, sessionId, callId);
  const turn = turns?.[0];
  if (turn) return <TurnView turn={turn} limits={undefined} canDrive={canDrive} newest who="subagent" />;
  if (list.isError)
    return (
      <ErrorState
        title="Its steps cannot be shown"
        message={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.isPending) return <Skeleton className="h-16" />;
  return <p className="text-sm text-muted-foreground">It has not begun.</p>;
}
