"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Select } from "../../ui/select.tsx";
import type { SessionHeader } from "../session/session-header-view.ts";

const standard = "default";

/** Who answers from the next turn on. */
export function AgentPicker({ org, session }: { org: string; session: SessionHeader }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const agents = useQuery(trpc.model.agents.queryOptions({ org }, { staleTime: 60_000 }));
  const choose = useMutation(
    trpc.session.chooseAgent.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      onSettled: () =>
        queryClient.invalidateQueries({ queryKey: trpc.session.get.queryKey({ org, id: session.id }) }),
    }),
  );
  const options = (agents.data ?? []).map((agent) => ({
    value: JSON.stringify([agent.providerId, agent.model]),
    label: agent.providerId === null ? "Demonstration agent" : agent.model,
    hint: agent.providerId === null ? "A script with real calls; no model" : agent.provider,
  }));
  const byDefault = agents.data?.find((agent) => agent.isDefault);
  const { providerId, model } = session.agent;
  const chosen = choose.isPending ? choose.variables : { providerId, model };
  const value = chosen.model === null ? standard : JSON.stringify([chosen.providerId, chosen.model]);
  if (agents.data === undefined) return null;
  return (
    <Select
      aria-label="Agent"
      className="h-7 max-w-56 text-xs"
      disabled={!session.canDrive || choose.isPending}
      value={options.some((option) => option.value === value) ? value : standard}
      options={[
        {
          value: standard,
          label: `Default: ${byDefault?.providerId == null ? "demonstration" : byDefault.model}`,
        },
        ...options,
      ]}
      onValueChange={(next) => {
        const [nextProvider, nextModel] =
          next === standard ? [null, null] : (JSON.parse(next) as [string | null, string]);
        choose.mutate({ org, id: session.id, providerId: nextProvider, model: nextModel });
      }}
    />
  );
}
