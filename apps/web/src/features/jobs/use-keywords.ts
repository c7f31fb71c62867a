"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";

/** Adds words to a command that runs, and takes them away. */
export function useKeywords(org: string, toolCallId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const answers = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.job.list.pathKey() }),
    onError: (error: Parameters<typeof errorText>[0]) => toast.error(errorText(error)),
  };
  const add = useMutation(trpc.job.addKeyword.mutationOptions(answers));
  const remove = useMutation(trpc.job.removeKeyword.mutationOptions(answers));
  return {
    add: (keyword: string) => add.mutate({ org, toolCallId, keyword }),
    remove: (keyword: string) => remove.mutate({ org, toolCallId, keyword }),
  };
}
