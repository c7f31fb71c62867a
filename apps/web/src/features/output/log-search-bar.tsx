"use client";

import { ChevronDown, ChevronUp, Regex, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { findLimit, type LogSearch } from "./use-log-search.ts";

type LogSearchBarProps = {
  text: string;
  onText: (text: string) => void;
  kind: "literal" | "regex";
  onKind: (kind: "literal" | "regex") => void;
  search: LogSearch;
  /** index into the rows that were found, -1 before the first step */
  current: number;
  onCurrent: (current: number) => void;
  onClose: () => void;
};

export function LogSearchBar(props: LogSearchBarProps) {
  const { text, onText, kind, search, current, onCurrent, onClose } = props;
  const { rows, done, problem } = search;
  const step = (by: number) => {
    if (rows.length > 0) onCurrent((Math.max(current, by < 0 ? 0 : -1) + by + rows.length) % rows.length);
  };
  const total = `${rows.length.toLocaleString("en-US")}${rows.length >= findLimit ? "+" : ""}`;
  const position =
    current < 0 || current >= rows.length ? "" : `${(current + 1).toLocaleString("en-US")} of `;
  return (
    <search className="flex flex-wrap items-center gap-1.5 border-b bg-muted/40 px-2 py-1">
      <Input
        aria-label="Find in the output"
        placeholder="Find in the output"
        autoFocus
        className="h-7 w-24 flex-1 text-xs sm:w-56 sm:flex-none"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
        }}
      />
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label="Regular expression"
        title="Regular expression"
        aria-pressed={kind === "regex"}
        className="aria-pressed:bg-accent aria-pressed:text-foreground"
        onClick={() => props.onKind(kind === "regex" ? "literal" : "regex")}
      >
        <Regex aria-hidden />
      </Button>
      <p role="status" className="min-w-0 text-xs text-muted-foreground tabular-nums">
        {problem !== null ? (
          <span className="text-danger">{problem}</span>
        ) : (
          text !== "" && `${position}${total} ${rows.length === 1 ? "row" : "rows"}${done ? "" : " so far"}`
        )}
      </p>
      <div className="ml-auto flex gap-0.5">
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label="Previous row found"
          disabled={rows.length === 0}
          onClick={() => step(-1)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label="Next row found"
          disabled={rows.length === 0}
          onClick={() => step(1)}
        >
          <ChevronDown aria-hidden />
        </Button>
        <Button variant="quiet" size="icon-sm" aria-label="Close the search" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
    </search>
  );
}
