import type { Verdict } from "@gatehouse/core/policy/decision";
import { CircleCheck, type LucideIcon, ShieldQuestion, ShieldX } from "lucide-react";
import { Badge, type Tone } from "../../ui/badge.tsx";

const faces: Record<Verdict, { tone: Tone; icon: LucideIcon }> = {
  allow: { tone: "success", icon: CircleCheck },
  ask: { tone: "warning", icon: ShieldQuestion },
  deny: { tone: "danger", icon: ShieldX },
};

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { tone, icon: Icon } = faces[verdict];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden /> {verdict}
    </Badge>
  );
}
