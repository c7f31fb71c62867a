import {
  Ban,
  Check,
  CircleDashed,
  CircleHelp,
  Hourglass,
  type LucideIcon,
  LoaderCircle,
  ShieldQuestion,
  ShieldX,
  X,
} from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import type { CallFace, CallState } from "./call-state.ts";

const icons: Record<CallFace, LucideIcon> = {
  deciding: CircleDashed,
  refused: ShieldX,
  awaiting: ShieldQuestion,
  queued: Hourglass,
  running: LoaderCircle,
  stopping: LoaderCircle,
  done: Check,
  failed: X,
  stopped: Ban,
  lost: CircleHelp,
};

export function CallBadge({ state }: { state: CallState }) {
  const Icon = icons[state.face];
  const spins = state.face === "running" || state.face === "stopping";
  return (
    <Badge tone={state.tone}>
      <Icon aria-hidden className={cn(spins && "animate-spin")} />
      {state.label}
    </Badge>
  );
}
