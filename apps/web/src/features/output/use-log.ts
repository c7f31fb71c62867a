"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { type Outputs, useTRPCClient } from "../../trpc/client.ts";
import { createLogPages, type LogPages } from "./log-pages.ts";
import { useDocumentVisible } from "./use-document-visible.ts";

export type LogSummary = Outputs["output"]["summary"];
export type Log = {
  summary: LogSummary | null;
  pages: LogPages;
  /** the way to the server is broken and will be tried again */
  lost: boolean;
  /** there is nothing that could be shown */
  failed: unknown;
};

const pollMs = 700;
const againMs = 1_500;
/** asking again gives the same answer */
const hopeless = new Set(["BAD_REQUEST", "NOT_FOUND", "FORBIDDEN", "UNAUTHORIZED"]);
/** A browser opens six connections to a site over HTTP/1.1; a page may hold a few of them for live output. */
const liveSlots = 2;
let liveCount = 0;

/** One output: how far it is, live while it runs, and its rows as they are looked at. */
export function useLog(org: string, executionId: string): Log {
  const client = useTRPCClient();
  const visible = useDocumentVisible();
  const [summary, setSummary] = useState<LogSummary | null>(null);
  const [lost, setLost] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const [pages] = useState(() =>
    createLogPages((from, limit) => client.output.rows.query({ org, executionId, from, limit })),
  );
  const over = summary?.state === "finished";

  useEffect(() => {
    if (!visible || over) return;
    const abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let live = false;
    let subscription = { unsubscribe() {} };
    const take = (now: LogSummary) => {
      setLost(false);
      setSummary(now);
    };
    const later = (act: () => void, ms: number) => {
      if (!signal.aborted) timer = setTimeout(act, ms);
    };
    const follow = () => {
      let connected = false;
      subscription = client.output.follow.subscribe(
        { org, executionId },
        {
          onData: take,
          onConnectionStateChange: ({ state }) => {
            if (state === "pending") connected = true;
            if (connected) setLost(state === "connecting");
          },
          onError: () => {
            setLost(true);
            subscription.unsubscribe();
            later(follow, againMs);
          },
        },
      );
    };
    const ask = () => {
      client.output.summary.query({ org, executionId }, { signal }).then(
        (now) => {
          take(now);
          if (now.state === "finished") return;
          if (liveCount >= liveSlots) return later(ask, pollMs);
          live = true;
          liveCount += 1;
          follow();
        },
        (error: { data?: { code?: string } }) => {
          if (signal.aborted) return;
          if (hopeless.has(error.data?.code ?? "")) return setFailed(error);
          setLost(true);
          later(ask, againMs);
        },
      );
    };
    ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
      subscription.unsubscribe();
      if (live) liveCount -= 1;
    };
  }, [client, executionId, org, over, visible]);

  useEffect(() => () => pages.close(), [pages]);
  const { bytes, state } = summary ?? { bytes: 0, state: "queued" };
  useEffect(() => pages.grew(), [pages, bytes, state]);
  useSyncExternalStore(pages.subscribe, pages.version, () => 0);
  return { summary, pages, lost, failed };
}
