import type { ToolCall } from "./tool-call/tool-call.ts";

/** JSON with sorted keys and no blanks: the same value always gives the same text, so a digest of it means the value. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds finite numbers only");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  throw new TypeError("canonical JSON holds plain data only");
}

/** What the digest of a tool call is taken over. The label keeps it from ever equalling a digest of another kind. */
export function digestInput(call: ToolCall): string {
  return `gatehouse tool call 1\n${canonicalJson(call)}`;
}
