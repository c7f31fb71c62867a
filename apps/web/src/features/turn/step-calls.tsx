"use client";

import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { callState } from "../tool-call/call-state.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import { CallsById } from "./calls-by-id.ts";
import type { TurnStep } from "./turn-view-types.ts";

/** where no stream of the session keeps the calls current */
const pollMs = 3_000;

type StepCallsProps = { calls: TurnStep["calls"]; canDrive: boolean; openOutput: boolean };

export function StepCalls({ calls, canDrive, openOutput }: StepCallsProps) {
  return calls.map((call) =>
    call.toolCallId === null ? (
      <UnmadeCall key={call.id} tool={call.tool} told={call.told} />
    ) : (
      <CallOfStep key={call.id} id={call.toolCallId} canDrive={canDrive} openOutput={openOutput} />
    ),
  );
}

/** Not a tool call (yet): it is being asked for, or what the model wrote was none. */
function UnmadeCall({ tool, told }: { tool: string; told: string | null }) {
  if (told === null) return <p className="text-sm text-muted-foreground">Asking for {tool}…</p>;
  return (
    <article
      aria-label={`${tool}: not run`}
      className="grid gap-1 rounded-lg border border-danger-line bg-card px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="danger">Not run</Badge>
        <code className="font-mono text-xs">{tool}</code>
      </div>
      <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{told}</p>
    </article>
  );
}

function CallOfStep({ id, canDrive, openOutput }: { id: string; canDrive: boolean; openOutput: boolean }) {
  const known = useContext(CallsById).get(id);
  const { slug } = useOrg();
  const trpc = useTRPC();
  const asked = useQuery(
    trpc.toolCall.get.queryOptions(
      { org: slug, id },
      {
        enabled: known === undefined,
        refetchInterval: ({ state }) => (state.data && !callState(state.data).final ? pollMs : false),
      },
    ),
  );
  const call = known ?? asked.data;
  if (call) return <ToolCallCard call={call} canDrive={canDrive} openOutput={openOutput} />;
  if (asked.isError) return <p className="text-sm text-muted-foreground">This call cannot be shown.</p>;
  return <Skeleton className="h-16" />;
}
