"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";

type Trpc = ReturnType<typeof useTRPC>;
type Change = Trpc["policy"]["addDenied"] | Trpc["policy"]["removeDenied"];

/** Publishes a change as the next version; when another admin was faster, the new version is shown first. */
export function usePublish(change: Change, done: (name: string) => string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    change.mutationOptions({
      onSuccess: (published, { name }) => {
        if (published.kind === "published")
          toast.success(done(name), { description: `Published as version ${published.number}.` });
        else toast.success("Proposed", { description: "In force once another admin accepts it." });
      },
      onError: (error) => {
        toast.error(errorText(error), {
          ...(errorCode(error) === "CONFLICT"
            ? { description: "The current version is shown now; try again." }
            : {}),
        });
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.policy.pathKey() }),
    }),
  );
}
