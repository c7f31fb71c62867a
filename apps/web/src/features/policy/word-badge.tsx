import type { VerdictWord } from "@gatehouse/core/policy/verdict-word";
import { Badge, type Tone } from "../../ui/badge.tsx";

const faces: Record<VerdictWord, { tone: Tone; text: string }> = {
  allow: { tone: "success", text: "runs" },
  trash: { tone: "success", text: "moves to the trash" },
  confirm: { tone: "warning", text: "asks" },
  gate_password: { tone: "warning", text: "asks for the password" },
  refuse: { tone: "danger", text: "refused" },
};

export function WordBadge({ word }: { word: VerdictWord }) {
  const { tone, text } = faces[word];
  return <Badge tone={tone}>{text}</Badge>;
}
