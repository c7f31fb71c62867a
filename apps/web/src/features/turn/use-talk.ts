"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { newRequestKey } from "../session/request-key.ts";

/** Saying something to the agent, and stopping it. */
export function useTalk(org: string, sessionId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: trpc.turn.list.infiniteQueryKey({ org, sessionId }) });
  const say = useMutation(
    trpc.turn.say.mutationOptions({
      onSuccess: () => void refresh(),
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  const stop = useMutation(
    trpc.turn.stop.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => void refresh(),
    }),
  );
  return {
    busy: say.isPending,
    say: (text: string, onTaken?: () => void) =>
      say.mutate({ org, sessionId, requestKey: newRequestKey(), text }, { onSuccess: () => onTaken?.() }),
    stop: (id: string) => stop.mutate({ org, id }),
    stopping: stop.isPending,
  };
}
