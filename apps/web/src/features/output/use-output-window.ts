"use client";

import { useState } from "react";
import { clampBase, tailBase, windowCount, windowRows } from "./row-window.ts";

/** A row to bring into view; a new object asks again for the same row. */
export type Goal = { row: number };

/** Which rows are in the scroll area: the newest while it follows, else the window that was chosen. */
export function useOutputWindow(rows: number, running: boolean) {
  const [follow, setFollow] = useState(running);
  const [chosenBase, setChosenBase] = useState(0);
  const [goal, setGoal] = useState<Goal | null>(null);
  const base = follow ? tailBase(rows) : clampBase(chosenBase, rows);
  const toRow = (row: number) => {
    const inView = row >= base && row < base + windowCount(base, rows);
    setChosenBase(inView ? base : clampBase(row - windowRows / 2, rows));
    setFollow(false);
    setGoal({ row });
  };
  const toBase = (next: number) => {
    const clamped = clampBase(next, rows);
    setChosenBase(clamped);
    setFollow(false);
    setGoal({ row: clamped });
  };
  /** Leaving the end keeps the rows where they are. */
  const setFollowing = (next: boolean) => {
    if (!next) setChosenBase(base);
    setFollow(next);
  };
  return { base, count: windowCount(base, rows), follow, setFollow: setFollowing, goal, toRow, toBase };
}
