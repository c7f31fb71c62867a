import type { HostState } from "@gatehouse/core/host-state";
import { CircleCheck, CircleDashed, CircleX, Clock, PauseCircle, ShieldX } from "lucide-react";
import { Badge, type Tone } from "../../ui/badge.tsx";

const faces: Record<HostState, { tone: Tone; icon: typeof CircleCheck; label: string }> = {
  ok: { tone: "success", icon: CircleCheck, label: "ok" },
  late: { tone: "warning", icon: Clock, label: "late" },
  gone: { tone: "danger", icon: CircleX, label: "gone" },
  draining: { tone: "info", icon: PauseCircle, label: "draining" },
  cordoned: { tone: "neutral", icon: PauseCircle, label: "cordoned" },
  unfit: { tone: "danger", icon: ShieldX, label: "cannot isolate" },
  incompatible: { tone: "danger", icon: CircleX, label: "other release" },
  removed: { tone: "neutral", icon: CircleDashed, label: "removed" },
};

export function HostStateBadge({ state, prefix = "" }: { state: HostState; prefix?: string }) {
  const face = faces[state];
  return (
    <Badge tone={face.tone}>
      <face.icon aria-hidden />
      {prefix}
      {face.label}
    </Badge>
  );
}
