import type { HostIntent } from "@gatehouse/core/host-state";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { useOrg } from "../shell/org-context.tsx";

const done: Record<HostIntent, string> = {
  ok: "takes work and sessions",
  cordoned: "takes no new sessions",
  draining: "is draining",
};

/** Changes of a host, each followed by a fresh list. */
export function useHostAction(host: { id: string; name: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.host.pathKey() });
  const onError = (error: Parameters<typeof errorText>[0]) => toast.error(errorText(error));
  const intent = useMutation(
    trpc.host.setIntent.mutationOptions({
      onSuccess: (_ok, variables) => toast.success(`${host.name} ${done[variables.intent]}`),
      onError,
      onSettled,
    }),
  );
  const remove = useMutation(
    trpc.host.remove.mutationOptions({
      onSuccess: () => toast.success(`${host.name} was removed`),
      onError,
      onSettled,
    }),
  );
  return {
    setIntent: (wanted: HostIntent) => intent.mutate({ org: slug, id: host.id, intent: wanted }),
    remove: (lose: boolean) => remove.mutate({ org: slug, id: host.id, lose }),
    busy: intent.isPending || remove.isPending,
  };
}
