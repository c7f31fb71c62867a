import type { ToolName } from "../tool-call/tool-call.ts";
import { cutMiddle } from "./cut-middle.ts";

/** The words and the calls of a session, in their order, in the form that every kind of model can be told of them. */
export type AskedCall = { id: string; tool: string /** JSON text as the model wrote it */; input: string };
export type CallResult = { id: string; tool: ToolName | string; text: string; failed: boolean };
export type ConversationItem =
  | { kind: "user"; text: string }
  | { kind: "assistant"; text: string; calls: AskedCall[] }
  | { kind: "results"; results: CallResult[] };

const mostCharacters = 400_000;
const shortResult = 600;
const recentItems = 8;

/**
 * Makes a long conversation fit: first older results are cut short, then the oldest exchanges are left out, which is said.
 * A result never stands without its call.
 */
export function fitConversation(
  items: readonly ConversationItem[],
  most = mostCharacters,
): ConversationItem[] {
  if (sizeOf(items) <= most) return [...items];
  const shortened = items.map((item, at): ConversationItem => {
    if (item.kind !== "results" || at >= items.length - recentItems) return item;
    const results = item.results.map((result) => ({
      ...result,
      text: cutMiddle(result.text, shortResult, "It was read earlier; call again where it is still needed."),
    }));
    return { ...item, results };
  });
  let from = 0;
  while (sizeOf(shortened.slice(from)) > most) {
    const next = shortened.findIndex((item, at) => at > from && item.kind === "user");
    if (next === -1) break;
    from = next;
  }
  if (from === 0) return shortened;
  return [
    { kind: "user", text: "[The beginning of this conversation is left out, because it became long.]" },
    ...shortened.slice(from),
  ];
}

function sizeOf(items: readonly ConversationItem[]): number {
  return items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
}
