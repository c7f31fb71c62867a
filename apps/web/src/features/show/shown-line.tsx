"use client";

import { AppWindow, FileText } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { isShown, type ShownCall, shownTitle } from "./shown-calls.ts";
import { useShowBeside } from "./shown-context.ts";

/** In a card: what was shown, and the way to see it again. */
export function ShownLine({ call }: { call: ShownCall }) {
  const beside = useShowBeside();
  if (!isShown(call)) return null;
  const Icon = call.tool === "html_template" ? AppWindow : FileText;
  const current = beside?.current === call.id;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-3 py-2 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 truncate" title={shownTitle(call)}>
        {shownTitle(call)}
      </span>
      {beside !== null && (
        <Button size="sm" aria-pressed={current} onClick={() => beside.show(call.id)}>
          Show it
        </Button>
      )}
    </div>
  );
}
