"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { keepSubscribed } from "../../trpc/keep-subscribed.ts";
import { mergeTurn } from "./merge-turn.ts";
import type { TurnMessage, TurnPage } from "./turn-view-types.ts";

const againMs = 2_000;
/** beside the live stream: a proxy may hold a stream back, and then the page still moves */
const pollMs = 6_000;

/**
 * The session's turns, or the one of a subagent's call, oldest first, kept current by the server's stream; and what was said
 * and not read yet.
 */
export function useSessionTurns(org: string, sessionId: string, callId: string | null = null) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [queued, setQueued] = useState<readonly TurnMessage[]>([]);
  const list = useInfiniteQuery(
    trpc.turn.list.infiniteQueryOptions(
      { org, sessionId, callId },
      {
        getNextPageParam: (page) => page.nextCursor,
        refetchInterval: ({ state }) =>
          state.data?.pages[0]?.items.some((turn) => turn.endedAt === null) ? pollMs : false,
      },
    ),
  );
  useEffect(() => {
    const key = trpc.turn.list.infiniteQueryKey({ org, sessionId, callId });
    return keepSubscribed(againMs, (failed) =>
      client.turn.watch.subscribe(
        { org, sessionId, callId },
        {
          onData: ({ data }) => {
            if ("queued" in data) setQueued(data.queued);
            else queryClient.setQueryData<InfiniteData<TurnPage>>(key, (now) => now && mergeTurn(now, data));
          },
          onConnectionStateChange: ({ state }) => {
            if (state === "pending") void queryClient.invalidateQueries({ queryKey: key });
          },
          onError: failed,
        },
      ),
    );
  }, [callId, client, org, queryClient, sessionId, trpc]);
  const turns = useMemo(
    () => (list.data ? list.data.pages.toReversed().flatMap((page) => page.items) : undefined),
    [list.data],
  );
  const running = turns?.findLast((turn) => turn.endedAt === null);
  return { list, turns, queued, running, limits: list.data?.pages[0]?.limits };
}
