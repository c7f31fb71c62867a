"use client";

import { Ban, Check, CircleAlert, Gauge, Hourglass, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import { formatDuration } from "../../ui/format-duration.ts";
import { formatCost, formatTokens } from "./format-usage.ts";
import type { Turn, TurnPage } from "./turn-view-types.ts";

type Face = { label: string; icon: LucideIcon; tone: Tone };

const faces: Record<Turn["status"], Face> = {
  thinking: { label: "Thinking", icon: LoaderCircle, tone: "info" },
  calling: { label: "Calling tools", icon: LoaderCircle, tone: "info" },
  waiting: { label: "Tools at work", icon: Hourglass, tone: "info" },
  finished: { label: "Finished", icon: Check, tone: "success" },
  stopped: { label: "Stopped", icon: Ban, tone: "neutral" },
  failed: { label: "Failed", icon: CircleAlert, tone: "danger" },
  limited: { label: "Limit reached", icon: Gauge, tone: "warning" },
};

type TurnStatusProps = { turn: Turn; limits: TurnPage["limits"] | undefined; awaits: boolean; label: string };

/** Where a turn stands: state, steps, working time, tokens, cost. */
export function TurnStatus({ turn, limits, awaits, label: name }: TurnStatusProps) {
  const { label, icon: Icon, tone } = faces[turn.status];
  const waitsForPerson = turn.status === "waiting" && awaits;
  const spins = Icon === LoaderCircle;
  const agent = turn.provider === null ? "Demonstration agent" : `${turn.model}, ${turn.provider}`;
  return (
    <p
      role="status"
      aria-label={name}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground"
    >
      <Badge tone={waitsForPerson ? "warning" : tone}>
        <Icon aria-hidden className={cn(spins && "animate-spin")} />
        {waitsForPerson ? "Waits for a person" : label}
      </Badge>
      <span>
        Step {turn.steps}
        {turn.endedAt === null && limits ? ` of ${limits.iterations}` : ""}
      </span>
      <span>{formatDuration(turn.workingMs)} of work</span>
      {turn.inputTokens + turn.outputTokens > 0 && (
        <span>
          {formatTokens(turn.inputTokens + turn.outputTokens)} tokens
          {turn.costMicros > 0 && `, ${formatCost(turn.costMicros)}`}
        </span>
      )}
      <span className="truncate">{agent}</span>
    </p>
  );
}
