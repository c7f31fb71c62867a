import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";

/** Saves a part of the settings and reads anew what depends on it. */
export function useChangeSettings() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.org.changeSettings.mutationOptions({
      onSuccess: () => void toast.success("Saved."),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.org.settings.pathKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.me.get.pathKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.member.list.pathKey() }),
        ]),
    }),
  );
}
