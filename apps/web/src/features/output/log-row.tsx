import { memo, useMemo } from "react";
import { visibleParts } from "../argv/visible-text.ts";
import { cn } from "../../ui/cn.ts";
import { formatClockMs } from "../../ui/format-time.ts";
import type { LogRow } from "./log-pages.ts";
import { rowSpans, type Span } from "./row-spans.ts";

/** A row of random bytes may hold thousands of tokens; the rest of such a row is told, not drawn. */
const partLimit = 600;

type LogRowViewProps = {
  /** from 0 */
  row: number;
  /** undefined: not read yet */
  content: LogRow | undefined;
  wrap: boolean;
  times: boolean;
  marked: boolean;
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
  const { colour, background, bold, dim, italic, underline, strike } = span;
  return !(colour || background || bold || dim || italic || underline || strike);
}

/** Number and time stand in attributes, so that no selection copies them. */
export const LogRowView = memo(function LogRowView(props: LogRowViewProps) {
  const { row, content, wrap, times, marked, digits } = props;
  const text = content?.text ?? "";
  const spans = useMemo(() => rowSpans(text), [text]);
  const stderr = content?.stderr === true;
  return (
    <div
      className={cn(
        "flex min-h-5 leading-5",
        wrap ? "w-full" : "w-max min-w-full",
        marked && "bg-info-subtle outline-1 -outline-offset-1 outline-ring",
        stderr && !marked && "bg-warning-subtle/40 shadow-[inset_2px_0_0_var(--warning)]",
      )}
    >
      <span
        aria-hidden
        data-row={content?.continued === true ? "↪" : row + 1}
        data-number={row}
        className="row-number shrink-0 cursor-pointer pl-2 text-right whitespace-nowrap text-muted-foreground select-none hover:text-foreground"
        style={{ width: `calc(${digits}ch + 0.75rem)` }}
      />
      {times && (
        <span
          aria-hidden
          data-row={content === undefined ? "" : formatClockMs(new Date(content.atMs))}
          className="row-number w-[14ch] shrink-0 text-right whitespace-nowrap text-muted-foreground select-none"
        />
      )}
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
