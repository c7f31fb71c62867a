"use client";

import { PanelRightOpen } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Sheet, SheetContent } from "../../ui/sheet.tsx";
import { shownTitle } from "./shown-calls.ts";
import { ShownPanel } from "./shown-panel.tsx";
import type { Shown } from "./use-shown.ts";

type ShownBarProps = { org: string; shown: Shown; open: boolean; onOpenChange: (open: boolean) => void };

/** Where there is no room beside the session: one line, and a sheet when a person presses it, never by itself. */
export function ShownBar({ org, shown, open, onOpenChange }: ShownBarProps) {
  const { call } = shown;
  if (call === null) return null;
  return (
    <div className="mx-3 mb-2 flex items-center gap-2 rounded-md border bg-card px-2.5 py-1.5 text-sm md:mx-5">
      <PanelRightOpen aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 truncate">{shownTitle(call)}</span>
      <Button size="sm" onClick={() => onOpenChange(true)}>
        Look at it
      </Button>
      <Sheet open={open} onOpenChange={onOpenChange}>
        <SheetContent
          title="Shown by the agent"
          side="right"
          bare
          className="w-full overflow-hidden sm:w-[min(40rem,92vw)]"
        >
          <ShownPanel org={org} shown={shown} onClose={() => onOpenChange(false)} />
        </SheetContent>
      </Sheet>
    </div>
  );
}
