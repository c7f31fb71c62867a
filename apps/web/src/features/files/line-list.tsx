"use client";

import { type Ref, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { SeenText } from "../argv/visible-text-view.tsx";

/** drawn at once; a text of a hundred thousand lines would stop the page */
const drawn = 2_000;

export type LineListProps = {
  lines: readonly string[];
  label: string;
  classOf?: (line: string) => string;
  /** long lines go on below instead of beside what is seen: nothing stands far to the right of it */
  wrap?: boolean;
  /** placed after the last line, once all of them are drawn */
  end?: Ref<HTMLSpanElement>;
};

/** Lines of a text as a region of its own, in which nothing is invisible. */
export function LineList({ lines, label, classOf, wrap = false, end }: LineListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, drawn);
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-96 overflow-auto py-1.5 font-mono text-xs leading-5"
    >
      {shown.map((line, at) => (
        <span
          // lines have no other name than their place
          key={at}
          className={cn(
            "block px-3",
            wrap ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "min-w-max",
            classOf?.(line),
          )}
        >
          {line === "" ? " " : <SeenText text={line} />}
        </span>
      ))}
      {shown.length < lines.length ? (
        <Button variant="quiet" size="sm" className="mx-3 mt-1" onClick={() => setAll(true)}>
          Show all {lines.length.toLocaleString("en-US")} lines
        </Button>
      ) : (
        <span ref={end} aria-hidden className="block h-px" />
      )}
    </pre>
  );
}
