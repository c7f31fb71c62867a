"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { keepSubscribed } from "../../trpc/keep-subscribed.ts";
import { useDocumentVisible } from "../output/use-document-visible.ts";
import { useOrg } from "./org-context.tsx";

const againMs = 5_000;
const pollMs = 30_000;

export function useNotifications() {
  const trpc = useTRPC();
  const { slug } = useOrg();
  return useQuery(trpc.notification.list.queryOptions({ org: slug }, { refetchInterval: pollMs }));
}

/** Keeps the list current by the server's stream; a page that nobody sees leaves the connection to others. */
export function useNotificationStream(): void {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { slug } = useOrg();
  const visible = useDocumentVisible();
  useEffect(() => {
    if (!visible) return;
    return keepSubscribed(againMs, (failed) =>
      client.notification.watch.subscribe(
        { org: slug },
        {
          onData: (now) => queryClient.setQueryData(trpc.notification.list.queryKey({ org: slug }), now),
          onError: failed,
        },
      ),
    );
  }, [client, queryClient, slug, trpc, visible]);
}
