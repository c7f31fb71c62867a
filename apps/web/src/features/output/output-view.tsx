"use client";

import { useRef, useState } from "react";
import { cn } from "../../ui/cn.ts";
import { Notice } from "../../ui/notice.tsx";
import { OutputRows } from "./output-rows.tsx";
import { OutputSearchBar } from "./output-search.tsx";
import { OutputToolbar } from "./output-toolbar.tsx";
import { RowPager } from "./row-pager.tsx";
import { windowRows } from "./row-window.ts";
import { useOutput } from "./use-output.ts";
import { useOutputSearch } from "./use-output-search.ts";
import { useOutputWindow } from "./use-output-window.ts";

type OutputViewProps = {
  org: string;
  executionId: string;
  running: boolean;
  label: string;
  /** what to say when the execution ended and printed nothing */
  nothing: string;
};

export function OutputView({ org, executionId, running, label, nothing }: OutputViewProps) {
  const store = useOutput({ org, executionId, running });
  const scroller = useRef<HTMLDivElement>(null);
  const [wrap, setWrap] = useState(false);
  const [tall, setTall] = useState(false);
  const [find, setFind] = useState<string | null>(null);
  const [current, setCurrent] = useState(-1);
  const search = useOutputSearch(store, find ?? "");
  const rows = store.index.count;
  const { base, count, follow, setFollow, goal, toRow, toBase } = useOutputWindow(rows, running);
  const toFound = (at: number) => {
    setCurrent(at);
    const row = search.rows[at];
    if (row !== undefined) toRow(row);
  };

  if (rows === 0) {
    return (
      <p className="px-3 py-2.5 text-sm text-muted-foreground">
        {store.phase === "done" ? nothing : running ? "No output yet." : "Loading output…"}
      </p>
    );
  }
  return (
    <div className="min-w-0">
      <OutputToolbar
        store={store}
        running={running}
        rawUrl={`/api/orgs/${encodeURIComponent(org)}/executions/${encodeURIComponent(executionId)}/output`}
        wrap={wrap}
        onWrap={setWrap}
        follow={follow}
        onFollow={setFollow}
        tall={tall}
        onTall={setTall}
        finding={find !== null}
        onFind={(finding) => setFind(finding ? "" : null)}
      />
      {find !== null && (
        <OutputSearchBar
          text={find}
          onText={(text) => {
            setFind(text);
            setCurrent(-1);
          }}
          search={search}
          current={current}
          onCurrent={toFound}
          onClose={() => setFind(null)}
        />
      )}
      {rows > windowRows && <RowPager base={base} count={count} rows={rows} onRow={toRow} onBase={toBase} />}
      {store.index.hasNul && (
        <Notice kind="info" className="m-2 py-1.5">
          Binary data: the output holds NUL bytes. Bytes that are no text are shown as tokens; the raw
          download has them unchanged.
        </Notice>
      )}
      {store.beyondView && (
        <Notice kind="warning" className="m-2 py-1.5">
          The view stops at 64 MiB. Download the raw output for the rest.
        </Notice>
      )}
      <OutputRows
        index={store.index}
        base={base}
        count={count}
        version={store.version}
        wrap={wrap}
        follow={follow}
        onFollow={setFollow}
        goal={goal}
        found={find === null ? undefined : search.rows[current]}
        scroller={scroller}
        label={label}
        className={cn("overflow-auto bg-code py-1 font-mono text-xs", tall ? "max-h-[75vh]" : "max-h-80")}
      />
    </div>
  );
}
