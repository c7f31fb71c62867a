"use client";

import { ChevronRight, FileSearch } from "lucide-react";
import { useState } from "react";
import { cn } from "../../ui/cn.ts";
import { formatCount } from "../../ui/format-bytes.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";

/** Looks at files, one after another, as one line; each is a call with a record of its own. */
export function LookGroup({ calls, canDrive }: { calls: readonly ToolCallView[]; canDrive: boolean }) {
  const [open, setOpen] = useState(false);
  const names = [...new Set(calls.map((call) => call.actor.name))].join(", ");
  return (
    <div className="grid min-w-0 gap-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 items-center gap-1.5 justify-self-start rounded-md px-2 text-xs text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", open && "rotate-90")} />
        <FileSearch aria-hidden className="size-3.5" />
        {formatCount(calls.length, "look")} at files by {names}
      </button>
      {open &&
        calls.map((call) => (
          <ToolCallCard key={call.id} call={call} canDrive={canDrive} openOutput={false} />
        ))}
    </div>
  );
}
