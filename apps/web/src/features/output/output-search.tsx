"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { findLimit } from "./find-rows.ts";
import type { OutputSearch } from "./use-output-search.ts";

type OutputSearchBarProps = {
  text: string;
  onText: (text: string) => void;
  search: OutputSearch;
  /** index into the rows that were found, -1 before the first step */
  current: number;
  onCurrent: (current: number) => void;
  onClose: () => void;
};

export function OutputSearchBar({ text, onText, search, current, onCurrent, onClose }: OutputSearchBarProps) {
  const { rows, done } = search;
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
        className="h-7 w-56 text-xs"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
        }}
      />
      <p role="status" className="text-xs text-muted-foreground tabular-nums">
        {text !== "" && `${position}${total} ${rows.length === 1 ? "row" : "rows"}${done ? "" : " so far"}`}
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
