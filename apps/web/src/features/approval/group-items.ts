import type { Outputs } from "../../trpc/client.ts";

export type InboxItem = Outputs["approval"]["list"][number];

/**
 * Requests that are the same to the letter and take a click alone stand together; each keeps the place of its first. A
 * question is answered by itself.
 */
export function groupItems(items: readonly InboxItem[]): InboxItem[][] {
  const groups = new Map<string, InboxItem[]>();
  for (const item of items) {
    const { toolCall, strength, approvalId } = item;
    const asks = JSON.stringify(toolCall.approval?.asks ?? []);
    const alone = strength === "password" || toolCall.tool === "ask_user";
    const key = alone ? approvalId : `${toolCall.inputDigest} ${asks}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
