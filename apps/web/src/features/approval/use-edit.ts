"use client";

import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { alreadyAnswered, useRefreshApprovals } from "./use-refresh-approvals.ts";

/** Asks for the call with other arguments in place of the one that waits. */
export function useEdit() {
  const trpc = useTRPC();
  const refresh = useRefreshApprovals();
  return useMutation(
    trpc.approval.edit.mutationOptions({
      onSuccess: (result) => {
        if (!result.won) toast.info(alreadyAnswered(result));
        else if (result.call?.status === "denied")
          toast.error(`Refused: ${result.call.refusal?.sentence ?? "policy does not allow it"}`);
      },
      onSettled: refresh,
    }),
  );
}
