import { formatBytes } from "../../ui/format-bytes.ts";
import { formatDuration } from "../../ui/format-duration.ts";

const known: Record<string, { label: string; text: (value: number) => string }> = {
  cpuMs: { label: "CPU time", text: formatDuration },
  maxRssBytes: { label: "Peak memory", text: formatBytes },
};

/** What the host measured, in words; a measure without a value is left out. */
export function usageFacts(usage: Readonly<Record<string, unknown>>): { label: string; text: string }[] {
  return Object.entries(usage).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const face = known[name];
    if (face && typeof value === "number") return [{ label: face.label, text: face.text(value) }];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return [{ label: name === "exceeded" ? "Limit exceeded" : name, text }];
  });
}
