"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";

/** What an answer changes on the pages of this browser. */
export function useRefreshApprovals(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: trpc.approval.pathKey() });
    await queryClient.invalidateQueries({ queryKey: trpc.toolCall.list.pathKey() });
    await queryClient.invalidateQueries({ queryKey: trpc.session.get.pathKey() });
  };
}

/** The other person who was first, in words. */
export function alreadyAnswered(result: { status: string; answeredBy?: string | undefined }): string {
  const by = result.answeredBy === undefined ? "" : ` by ${result.answeredBy}`;
  return `Already answered${by}: ${result.status}.`;
}
