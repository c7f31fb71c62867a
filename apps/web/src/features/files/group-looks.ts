import type { ToolCallView } from "../tool-call/tool-call-view.ts";

export type TranscriptItem =
  | { kind: "call"; call: ToolCallView; at: number }
  | { kind: "looks"; id: string; calls: readonly ToolCallView[] };

const looking: ReadonlySet<string> = new Set<ToolCallView["tool"]>([
  "read_files",
  "find_files",
  "file_history",
]);

/** A look at files that went as it should: nothing was changed, nothing was refused, nobody was asked. */
function isQuietLook(call: ToolCallView): boolean {
  if (!looking.has(call.tool)) return false;
  return call.approval === undefined && call.execution?.outcome === "exited";
}

/** The calls of a session in their order, with looks at files one after another drawn together. */
export function groupLooks(calls: readonly ToolCallView[]): TranscriptItem[] {
  const items: TranscriptItem[] = [];
  let looks: ToolCallView[] = [];
  const close = (): void => {
    const first = looks[0];
    if (first !== undefined) items.push({ kind: "looks", id: first.id, calls: looks });
    looks = [];
  };
  for (const [at, call] of calls.entries()) {
    if (isQuietLook(call)) {
      looks.push(call);
      continue;
    }
    close();
    items.push({ kind: "call", call, at });
  }
  close();
  return items;
}
