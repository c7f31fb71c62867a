"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";

/** Sends the answer; of two people who answer at once one wins, and the other reads who did. */
export function useAnswer() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.approval.answer.mutationOptions({
      onSuccess: (result) => {
        if (!result.won) {
          toast.info(
            `Already answered${result.answeredBy ? ` by ${result.answeredBy}` : ""}: ${result.status}.`,
          );
        }
      },
      onError: (error, variables) => {
        if (variables.password === undefined) toast.error(errorText(error));
      },
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.approval.list.queryKey() });
        await queryClient.invalidateQueries({ queryKey: trpc.toolCall.list.pathKey() });
        await queryClient.invalidateQueries({ queryKey: trpc.session.get.pathKey() });
      },
    }),
  );
}
