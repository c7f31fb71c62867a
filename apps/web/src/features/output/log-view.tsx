"use client";

import { useCallback, useState } from "react";
import { cn } from "../../ui/cn.ts";
import { Notice } from "../../ui/notice.tsx";
import { HexPreview } from "./hex-preview.tsx";
import { LogRows, type Goal, type Marked } from "./log-rows.tsx";
import { LogSearchBar } from "./log-search-bar.tsx";
import { type LogOptions, LogToolbar } from "./log-toolbar.tsx";
import type { LogPages } from "./log-pages.ts";
import type { LogSummary } from "./use-log.ts";
import { useLogSearch } from "./use-log-search.ts";

type LogViewProps = {
  org: string;
  summary: LogSummary;
  pages: LogPages;
  lost: boolean;
  label: string;
  marked: Marked | null;
  onNumber: (row: number, extend: boolean) => void;
  page: boolean;
};

/** The rows of one output with what a reader needs around them. */
export function LogView(props: LogViewProps) {
  const { org, summary, pages, lost, label, page } = props;
  const [options, setOptions] = useState<LogOptions>({ wrap: false, times: false, tall: false });
  const [goal, setGoal] = useState<Goal | null>(
    props.marked === null ? null : { kind: "row", row: props.marked.from },
  );
  const [atEnd, setAtEnd] = useState(true);
  const [find, setFind] = useState<string | null>(null);
  const [kind, setKind] = useState<"literal" | "regex">("literal");
  const [current, setCurrent] = useState(-1);
  const [asText, setAsText] = useState(false);
  const search = useLogSearch({ org, summary, text: find ?? "", kind });
  const onEnd = useCallback((end: boolean) => setAtEnd(end), []);
  const found = find === null ? undefined : search.rows[current];
  const toFound = (at: number) => {
    setCurrent(at);
    const row = search.rows[at];
    if (row !== undefined) setGoal({ kind: "row", row });
  };
  if (summary.binary !== null && !asText)
    return <HexPreview org={org} summary={summary} base64={summary.binary} onText={() => setAsText(true)} />;
  return (
    <div className={cn("min-w-0", page && "flex min-h-0 flex-1 flex-col")}>
      <LogToolbar
        org={org}
        summary={summary}
        lost={lost}
        options={options}
        onOptions={setOptions}
        follow={atEnd}
        onFollow={(follow) => setGoal({ kind: follow ? "end" : "hold" })}
        finding={find !== null}
        onFind={(finding) => setFind(finding ? "" : null)}
        onRow={(row) => setGoal({ kind: "row", row })}
        page={page}
      />
      {find !== null && (
        <LogSearchBar
          text={find}
          onText={(text) => {
            setFind(text);
            setCurrent(-1);
          }}
          kind={kind}
          onKind={(next) => {
            setKind(next);
            setCurrent(-1);
          }}
          search={search}
          current={current}
          onCurrent={toFound}
          onClose={() => setFind(null)}
        />
      )}
      {asText && (
        <Notice kind="info" className="m-2 py-1.5">
          This output is binary. Bytes that are no text are shown as tokens; the raw download has them
          unchanged.
        </Notice>
      )}
      <LogRows
        pages={pages}
        rows={summary.rows}
        wrap={options.wrap}
        times={options.times}
        goal={goal}
        marked={found === undefined ? props.marked : { from: found, to: found }}
        onEnd={onEnd}
        onNumber={props.onNumber}
        label={label}
        className={cn(
          "overflow-auto bg-code font-mono text-xs",
          page ? "min-h-0 flex-1" : options.tall ? "max-h-[75vh]" : "max-h-80",
        )}
      />
    </div>
  );
}
