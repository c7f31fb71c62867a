"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { windowRows } from "./row-window.ts";

type RowPagerProps = {
  base: number;
  count: number;
  rows: number;
  onBase: (base: number) => void;
  onRow: (row: number) => void;
};

/** Moves the window over an output of more rows than one scroll area can hold. */
export function RowPager({ base, count, rows, onBase, onRow }: RowPagerProps) {
  const [wanted, setWanted] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const row = Number(wanted.replaceAll(/[ ,]/g, ""));
    if (Number.isInteger(row) && row >= 1) onRow(Math.min(row, rows) - 1);
  };
  const atStart = base === 0;
  const atEnd = base + count >= rows;
  const number = (value: number) => value.toLocaleString("en-US");
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b bg-muted/40 px-2 py-1 text-xs text-muted-foreground">
      <span className="tabular-nums">
        Rows {number(base + 1)} to {number(base + count)} of {number(rows)}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <Button size="sm" variant="quiet" disabled={atStart} onClick={() => onBase(0)}>
          First
        </Button>
        <Button size="sm" variant="quiet" disabled={atStart} onClick={() => onBase(base - windowRows)}>
          Earlier
        </Button>
        <Button size="sm" variant="quiet" disabled={atEnd} onClick={() => onBase(base + windowRows)}>
          Later
        </Button>
        <Button size="sm" variant="quiet" disabled={atEnd} onClick={() => onRow(rows - 1)}>
          Last
        </Button>
        <form onSubmit={submit}>
          <Input
            aria-label="Go to row"
            placeholder="Go to row"
            inputMode="numeric"
            className="h-7 w-24 text-xs"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </form>
      </div>
    </div>
  );
}
