"use client";

import { useState } from "react";
import { cn } from "../../ui/cn.ts";
import { formatCount } from "../../ui/format-bytes.ts";
import type { Mark } from "./mark-places.ts";
import { VisibleText } from "./visible-text-view.tsx";

const foldedLength = 600;
const foldedLines = 8;

/** A chip's outline; the program stands out from its arguments. */
export function chipClass(index: number): string {
  return cn(
    "max-w-full rounded border bg-code px-1.5 py-0.5 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]",
    index === 0 ? "border-input font-semibold text-foreground" : "text-foreground",
  );
}

type ArgvViewProps = {
  argv: readonly string[];
  /** places of a script to mark, by the argument that they stand in */
  marks?: ReadonlyMap<number, readonly Mark[]> | undefined;
  /** long arguments are folded unless everything must be in view, as before an approval */
  full?: boolean;
  className?: string;
};

function Argument({
  text,
  index,
  marks,
  full,
}: {
  text: string;
  index: number;
  marks: readonly Mark[];
  full: boolean;
}) {
  const [open, setOpen] = useState(false);
  const lines = text.split("\n");
  const long = !full && marks.length === 0 && (text.length > foldedLength || lines.length > foldedLines);
  const shown = long && !open ? lines.slice(0, foldedLines).join("\n").slice(0, foldedLength) : text;
  return (
    <li className={cn(chipClass(index), "min-w-0")}>
      <VisibleText text={shown} marks={marks} />
      {long && (
        <button
          type="button"
          className="mt-1 block min-h-6 font-sans text-xs text-info underline-offset-2 hover:underline"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open
            ? "Show less"
            : `Show all: ${formatCount(lines.length, "line")}, ${formatCount(text.length, "character")}`}
        </button>
      )}
    </li>
  );
}

export function ArgvView({ argv, marks, full = false, className }: ArgvViewProps) {
  return (
    <ol aria-label="Arguments" className={cn("flex min-w-0 flex-wrap items-start gap-1", className)}>
      {argv.map((text, index) => (
        <Argument key={index} text={text} index={index} marks={marks?.get(index) ?? []} full={full} />
      ))}
    </ol>
  );
}
