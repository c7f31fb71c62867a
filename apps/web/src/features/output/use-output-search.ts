"use client";

import { useEffect, useState } from "react";
import { findRows, needleOf } from "./find-rows.ts";
import type { OutputStore } from "./output-store.ts";

const rowsAtOnce = 100_000;
const everyMs = 40;

export type OutputSearch = { rows: readonly number[]; done: boolean };
const nothing: OutputSearch = { rows: [], done: true };

/** Each stream may still be writing its last row; such a row is searched when it is complete. */
function searchable(store: OutputStore): number {
  return store.phase === "done" ? store.index.count : Math.max(0, store.index.count - 2);
}

/** Searches in slices, so that millions of rows do not hold the page up, and goes on as the output grows. */
export function useOutputSearch(store: OutputStore, text: string): OutputSearch {
  const [search, setSearch] = useState<OutputSearch>(nothing);
  useEffect(() => {
    setSearch(nothing);
    const needle = needleOf(text);
    if (!needle) return;
    const found: number[] = [];
    let row = 0;
    const slice = () => {
      const end = searchable(store);
      if (row >= end) return;
      const to = Math.min(end, row + rowsAtOnce);
      const more = findRows(store.index, { from: row, to }, { needle, found });
      row = more ? to : Number.POSITIVE_INFINITY;
      setSearch({ rows: [...found], done: row >= end });
    };
    const timer = setInterval(slice, everyMs);
    return () => clearInterval(timer);
  }, [store, text]);
  return search;
}
