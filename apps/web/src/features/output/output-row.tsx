import { memo, useMemo } from "react";
import { visibleParts } from "../argv/visible-text.ts";
import { cn } from "../../ui/cn.ts";
import { type RowIndex, rowAt } from "./row-index.ts";
import { rowSpans, type Span } from "./row-spans.ts";

/** A row of random bytes may hold thousands of tokens; the rest of such a row is told, not drawn. */
const partLimit = 600;

type OutputRowProps = {
  index: RowIndex;
  row: number;
  /** grows while the row is open, so that a memoised row is drawn again */
  size: number;
  start: number;
  wrap: boolean;
  found: boolean;
  digits: number;
};

function SpanText({ text }: { text: string }) {
  const parts = visibleParts(text, { keepBlanks: true });
  const shown = parts.length > partLimit ? parts.slice(0, partLimit) : parts;
  return (
    <>
      {shown.map((part, at) =>
        part.kind === "token" ? (
          <span key={at} className="ws-token" title={part.title}>
            {part.label}
          </span>
        ) : "text" in part ? (
          part.text
        ) : null,
      )}
      {shown !== parts && <span className="ws-token">… more bytes in the raw output</span>}
    </>
  );
}

function spanStyle(span: Span): Record<string, string> | undefined {
  if (!span.colour && span.background === undefined) return undefined;
  return {
    ...(span.colour ? { "--ansi-light": span.colour.light, "--ansi-dark": span.colour.dark } : {}),
    ...(span.background === undefined ? {} : { backgroundColor: span.background }),
  };
}

function spanClass(span: Span): string {
  return cn(
    span.colour && "ansi-fg",
    span.bold && "font-semibold",
    span.dim && !span.colour && "text-muted-foreground",
    span.italic && "italic",
    (span.underline || span.strike) && "decoration-1",
    span.underline && "underline",
    span.strike && "line-through",
  );
}

function plainSpan(span: Span): boolean {
  return !(
    span.colour ||
    span.background ||
    span.bold ||
    span.dim ||
    span.italic ||
    span.underline ||
    span.strike
  );
}

export const OutputRow = memo(function OutputRow({
  index,
  row,
  size,
  start,
  wrap,
  found,
  digits,
}: OutputRowProps) {
  const { spans, stderr, continued } = useMemo(() => {
    const read = rowAt(index, row);
    return { spans: rowSpans(read), stderr: read.stderr, continued: read.continued };
  }, [index, row, size, start]);
  return (
    <div
      className={cn(
        "flex min-h-5 leading-5",
        wrap ? "w-full" : "w-max min-w-full",
        found && "outline-1 -outline-offset-1 outline-ring bg-info-subtle",
        stderr && !found && "bg-warning-subtle/40 shadow-[inset_2px_0_0_var(--warning)]",
      )}
    >
      <span
        aria-hidden
        data-row={continued ? "↪" : row + 1}
        className="row-number shrink-0 pl-2 text-right whitespace-nowrap text-muted-foreground select-none"
        style={{ width: `calc(${digits}ch + 0.75rem)` }}
      />
      <span
        aria-hidden={!stderr}
        title={stderr ? "standard error" : undefined}
        data-row={stderr ? "!" : ""}
        className="row-number w-5 shrink-0 text-center text-warning select-none"
      />
      <span
        className={cn(
          "min-w-0 pr-3 [tab-size:8]",
          wrap ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre",
        )}
      >
        {spans.map((span, at) =>
          plainSpan(span) ? (
            <SpanText key={at} text={span.text} />
          ) : (
            <span key={at} className={spanClass(span)} style={spanStyle(span)}>
              <SpanText text={span.text} />
            </span>
          ),
        )}
      </span>
    </div>
  );
});
