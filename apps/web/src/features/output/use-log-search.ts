"use client";

import { useEffect, useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { useTRPCClient } from "../../trpc/client.ts";
import type { LogSummary } from "./use-log.ts";

export const findLimit = 10_000;
const typingMs = 150;
const againMs = 1_000;

export type LogSearch = { rows: readonly number[]; done: boolean; problem: string | null };
const nothing: LogSearch = { rows: [], done: true, problem: null };

type SearchOf = { org: string; summary: LogSummary; text: string; kind: "literal" | "regex" };

/** Searches on the server a while at a time, and goes on as the output grows. */
export function useLogSearch({ org, summary, text, kind }: SearchOf): LogSearch {
  const client = useTRPCClient();
  const [search, setSearch] = useState<LogSearch>(nothing);
  const { executionId } = summary;
  const over = summary.state === "finished";
  useEffect(() => {
    setSearch(nothing);
    if (text === "") return;
    setSearch({ rows: [], done: false, problem: null });
    const abort = new AbortController();
    const found = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cursor: { row: number; open: number[] } = { row: 0, open: [] };
    const look = async (): Promise<void> => {
      try {
        const part = await client.output.find.query(
          { org, executionId, text, kind, cursor },
          { signal: abort.signal },
        );
        cursor = { row: part.cursor.row, open: [...part.cursor.open] };
        for (const row of part.rows) if (found.size < findLimit) found.add(row);
        const done = part.done || found.size >= findLimit;
        if (part.rows.length > 0 || done)
          setSearch({ rows: [...found].sort((a, b) => a - b), done, problem: null });
        if (!part.done && found.size < findLimit) return await look();
        if (!over && found.size < findLimit) timer = setTimeout(() => void look(), againMs);
      } catch (failed) {
        if (abort.signal.aborted) return;
        setSearch({
          rows: [...found].sort((a, b) => a - b),
          done: true,
          problem: errorText(failed as Parameters<typeof errorText>[0]),
        });
      }
    };
    timer = setTimeout(() => void look(), typingMs);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [client, org, executionId, text, kind, over]);
  return search;
}
