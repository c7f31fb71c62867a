"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { keepSubscribed } from "../../trpc/keep-subscribed.ts";
import { setConnection } from "../shell/connection.ts";
import { callState } from "../tool-call/call-state.ts";
import { putCall } from "./put-call.ts";

const againMs = 2_000;
/** Beside the live stream: a proxy may hold a stream back, and then the page still moves. */
const pollMs = 6_000;

/** The session's calls, oldest first, kept current by the server's stream. */
export function useSessionCalls(org: string, sessionId: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(
    trpc.toolCall.list.infiniteQueryOptions(
      { org, sessionId },
      {
        getNextPageParam: (page) => page.nextCursor,
        refetchInterval: ({ state }) => {
          const calls = state.data?.pages[0]?.items ?? [];
          return calls.some((call) => !callState(call).final) ? pollMs : false;
        },
      },
    ),
  );

  useEffect(() => {
    const key = trpc.toolCall.list.infiniteQueryKey({ org, sessionId });
    return keepSubscribed(againMs, (failed) =>
      client.toolCall.watch.subscribe(
        { org, sessionId },
        {
          onData: ({ data: { view } }) => {
            putCall(queryClient, key, view);
            if (view.approval) void queryClient.invalidateQueries({ queryKey: trpc.approval.list.pathKey() });
          },
          onConnectionStateChange: ({ state }) => {
            if (state === "pending") {
              setConnection("live");
              void queryClient.invalidateQueries({ queryKey: key });
            } else if (state === "connecting") setConnection("connecting");
          },
          onError: () => {
            setConnection("lost");
            failed();
          },
        },
      ),
    );
  }, [client, org, queryClient, sessionId, trpc]);

  const calls = useMemo(
    () => (list.data ? list.data.pages.toReversed().flatMap((page) => page.items) : undefined),
    [list.data],
  );
  return { list, calls };
}
