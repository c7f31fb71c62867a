"use client";

import type { TRPCClient } from "@trpc/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTRPCClient } from "../../trpc/client.ts";
import type { AppRouter } from "../../server/routers/root.ts";
import { createOutputStore, type OutputStore, setPhase, takeChunk } from "./output-store.ts";
import { useDocumentVisible } from "./use-document-visible.ts";

const readBytes = 1024 * 1024;
const pollMs = 700;
const againMs = 1500;
/** A browser opens six connections to a site over HTTP/1.1; a page may hold a few of them for live output. */
const liveSlots = 2;
let liveCount = 0;

type Source = { org: string; executionId: string; running: boolean };
type Reader = { client: TRPCClient<AppRouter>; source: Source; store: OutputStore; signal: AbortSignal };

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Reads from the first unseen byte to the end; of a running execution by asking again and again. */
async function readAll({ client, source, store, signal }: Reader): Promise<void> {
  while (!signal.aborted && !store.beyondView) {
    try {
      const { org, executionId } = source;
      const read = await client.output.read.query(
        { org, executionId, from: store.next, limit: readBytes },
        { signal },
      );
      for (const chunk of read.chunks) takeChunk(store, chunk);
      if (read.end) return setPhase(store, "done");
      setPhase(store, "live");
      if (read.chunks.length === 0) await pause(pollMs, signal);
    } catch (failed) {
      if (signal.aborted) return;
      console.warn("reading output failed, trying again", failed);
      setPhase(store, "lost");
      await pause(againMs, signal);
    }
  }
  if (store.beyondView) setPhase(store, "done");
}

/** Follows live; the link resumes by event id, and what it cannot resume is asked for again by offset. */
function follow(reader: Reader): void {
  const { client, source, store, signal } = reader;
  const { org, executionId } = source;
  const again = () => {
    subscription.unsubscribe();
    if (signal.aborted) return;
    setPhase(store, "lost");
    void pause(againMs, signal).then(() => {
      if (!signal.aborted) follow(reader);
    });
  };
  const subscription = client.output.watch.subscribe(
    { org, executionId, from: store.next },
    {
      onConnectionStateChange: ({ state }) => {
        if (state === "connecting" && store.phase === "live") setPhase(store, "lost");
        else if (state === "pending") setPhase(store, "live");
      },
      onData: ({ data }) => {
        if ("offset" in data) {
          if (!takeChunk(store, data)) again();
        } else setPhase(store, "done");
      },
      onError: again,
    },
  );
  signal.addEventListener("abort", () => subscription.unsubscribe());
}

/** The output of one execution from its first byte, live while it runs, with no byte missing or doubled. */
export function useOutput(source: Source): OutputStore {
  const client = useTRPCClient();
  const visible = useDocumentVisible();
  const [store] = useState(createOutputStore);
  const [startedLive] = useState(source.running);
  const { org, executionId } = source;

  useEffect(() => {
    if (!visible || store.phase === "done") return;
    const abort = new AbortController();
    const reader: Reader = {
      client,
      source: { org, executionId, running: startedLive },
      store,
      signal: abort.signal,
    };
    const live = startedLive && liveCount < liveSlots;
    if (live) {
      liveCount += 1;
      follow(reader);
    } else void readAll(reader);
    return () => {
      if (live) liveCount -= 1;
      abort.abort();
    };
  }, [client, org, executionId, startedLive, store, visible]);

  useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.version,
    () => 0,
  );
  return store;
}
