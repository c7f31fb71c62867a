"use client";

import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { alreadyAnswered, useRefreshApprovals } from "./use-refresh-approvals.ts";

/** Sends the answer; of two people who answer at once one wins, and the other reads who did. */
export function useAnswer() {
  const trpc = useTRPC();
  const refresh = useRefreshApprovals();
  return useMutation(
    trpc.approval.answer.mutationOptions({
      onSuccess: (result) => {
        if (!result.won) toast.info(alreadyAnswered(result));
      },
      onError: (error, variables) => {
        const { password, code, passkey } = variables;
        // A step-up shows its error where it is proved.
        if ([password, code, passkey].every((proof) => proof === undefined)) toast.error(errorText(error));
      },
      onSettled: refresh,
    }),
  );
}
