"use client";

import { type FormEvent, useState } from "react";
import { Input } from "../../ui/input.tsx";

type GoToRowProps = {
  rows: number;
  /** from 0 */
  onRow: (row: number) => void;
};

/** Takes a number as people write it, 1000 as well as 1,000; one past the end leads to the last row. */
export function GoToRow({ rows, onRow }: GoToRowProps) {
  const [wanted, setWanted] = useState("");
  const digits = wanted.replaceAll(/[ ,]/g, "");
  const row = /^\d+$/.test(digits) ? Number(digits) : 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (row >= 1) onRow(Math.min(row, rows) - 1);
  };
  return (
    <form onSubmit={submit}>
      <Input
        aria-label="Go to row"
        placeholder="Go to row"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={wanted !== "" && row < 1}
        className="h-7 w-24 text-xs tabular-nums"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
    </form>
  );
}
