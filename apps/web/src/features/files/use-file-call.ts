"use client";

import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { newRequestKey } from "../session/request-key.ts";
import { useOrg } from "../shell/org-context.tsx";
import { type FileAnswer, fileKey, isAwaiting, isUnderWay } from "./file-answer.ts";

export type FileLook = {
  answer: FileAnswer | undefined;
  pending: boolean;
  error: unknown;
  again: () => void;
};

/** A look at files is a tool call like any other: asked for once, and followed while it runs or a person is asked. */
export function useFileCall(sessionId: string, call: FileCall | null): FileLook {
  const { slug } = useOrg();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const key = fileKey(slug, sessionId, call);
  const asked = useQuery({
    queryKey: key,
    enabled: call !== null,
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      if (call === null) throw new Error("nothing was asked for");
      return client.file.request.mutate({ org: slug, sessionId, requestKey: newRequestKey(), call });
    },
  });
  const first = asked.data;
  const open = first !== undefined && (isAwaiting(first) || isUnderWay(first));
  const followed = useQuery(
    trpc.file.result.queryOptions(
      { org: slug, toolCallId: first?.view.id ?? "" },
      { enabled: open, refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : 1_500) },
    ),
  );
  const answer = open ? (followed.data ?? first) : first;
  useEffect(() => {
    if (open && followed.data && !isOpen(followed.data)) queryClient.setQueryData(key, followed.data);
  });
  return {
    answer,
    pending: call !== null && (asked.isPending || (answer !== undefined && isUnderWay(answer))),
    error: asked.isError ? asked.error : followed.isError ? followed.error : null,
    again: () => void queryClient.invalidateQueries({ queryKey: key }),
  };
}

function isOpen(answer: FileAnswer): boolean {
  return isAwaiting(answer) || isUnderWay(answer);
}
