import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";

/** Reads anew what opens the account, and what an org still asks of it. */
export function useRefreshSecurity(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.me.security.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.me.get.queryKey() }),
    ]);
}
