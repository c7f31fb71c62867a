"use client";

import { ArrowDownToLine, Download, Maximize2, Minimize2, Search, WrapText } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatBytes, formatCount } from "../../ui/format-bytes.ts";
import type { OutputStore } from "./output-store.ts";
import { copyLimitBytes, outputText } from "./output-text.ts";

type OutputToolbarProps = {
  store: OutputStore;
  running: boolean;
  rawUrl: string;
  wrap: boolean;
  onWrap: (wrap: boolean) => void;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  tall: boolean;
  onTall: (tall: boolean) => void;
  finding: boolean;
  onFind: (finding: boolean) => void;
};

const pressed = "aria-pressed:bg-accent aria-pressed:text-foreground";

export function OutputToolbar(props: OutputToolbarProps) {
  const { store, running, rawUrl, wrap, follow, tall } = props;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-b px-2 py-0.5">
      <p className="text-xs text-muted-foreground tabular-nums" aria-live="off">
        {formatBytes(store.next)} · {formatCount(store.index.count, "row")}
        {store.phase === "lost" && (
          <span role="status" className="ml-2 text-warning">
            Stream lost, resuming from byte {store.next.toLocaleString("en-US")}
          </span>
        )}
        {store.phase === "loading" && <span className="ml-2">Loading…</span>}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-0.5">
        {running && (
          <Button
            variant="quiet"
            size="sm"
            aria-pressed={follow}
            className={pressed}
            onClick={() => props.onFollow(!follow)}
          >
            <ArrowDownToLine aria-hidden /> Follow
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={props.finding}
          className={pressed}
          onClick={() => props.onFind(!props.finding)}
        >
          <Search aria-hidden /> Find
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={wrap}
          className={pressed}
          onClick={() => props.onWrap(!wrap)}
        >
          <WrapText aria-hidden /> Wrap
        </Button>
        {store.next <= copyLimitBytes && (
          <CopyButton label="Copy the output as text" text={() => outputText(store.index)} />
        )}
        <Button asChild variant="quiet" size="icon-sm">
          <a href={rawUrl} download aria-label="Download the raw output" title="Download the raw output">
            <Download aria-hidden />
          </a>
        </Button>
        <Button
          variant="quiet"
          size="icon-sm"
          aria-pressed={tall}
          aria-label={tall ? "Make the output smaller" : "Make the output taller"}
          title={tall ? "Smaller" : "Taller"}
          className={pressed}
          onClick={() => props.onTall(!tall)}
        >
          {tall ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
        </Button>
      </div>
    </div>
  );
}
