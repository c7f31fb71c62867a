import { CircleCheck, CircleDashed, CircleX, PauseCircle } from "lucide-react";
import { Badge, type Tone } from "../../ui/badge.tsx";

const faces: Record<string, { tone: Tone; icon: typeof CircleCheck; label: string }> = {
  ok: { tone: "success", icon: CircleCheck, label: "ok" },
  silent: { tone: "danger", icon: CircleX, label: "silent" },
  draining: { tone: "neutral", icon: PauseCircle, label: "draining" },
  unfit: { tone: "danger", icon: CircleX, label: "cannot isolate" },
};

export function HostStateBadge({ state, prefix = "" }: { state: string; prefix?: string }) {
  const face = faces[state] ?? { tone: "neutral" as const, icon: CircleDashed, label: state };
  return (
    <Badge tone={face.tone}>
      <face.icon aria-hidden />
      {prefix}
      {face.label}
    </Badge>
  );
}
