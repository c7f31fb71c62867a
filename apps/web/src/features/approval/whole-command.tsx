"use client";

import { cn } from "../../ui/cn.ts";
import { ArgvView } from "../argv/argv-view.tsx";
import type { Mark } from "../argv/mark-places.ts";
import { isLong, readKey } from "./read-end.ts";
import { useEndSeen } from "./use-end-seen.ts";

type WholeCommandProps = {
  argv: readonly string[];
  marks: ReadonlyMap<number, readonly Mark[]>;
  approval: { id: string; shown: string };
};

/** Every word that a yes would run. A long one scrolls by itself, and what lies at its end counts as read once it was in view. */
export function WholeCommand({ argv, marks, approval }: WholeCommandProps) {
  const long = isLong(argv);
  const end = useEndSeen<HTMLDivElement>(readKey(approval), long);
  return (
    <div
      className={cn("px-3 pt-1.5 pb-2.5", long && "max-h-[min(28rem,50vh)] overflow-y-auto")}
      data-whole-command={approval.id}
      {...(long ? { role: "region", "aria-label": "The whole command", tabIndex: 0 } : {})}
    >
      <ArgvView argv={argv} marks={marks} full />
      <div ref={end} aria-hidden className="h-px" />
    </div>
  );
}
