"use client";

import type { SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Segmented } from "../../ui/segmented.tsx";

export const modeOptions = [
  { value: "safe", label: "Safe", title: "Asks before anything that does more than read" },
  {
    value: "auto",
    label: "Auto",
    title: "Runs in the sandbox without asking; network, secrets and paths outside still ask",
  },
] as const satisfies readonly { value: SessionMode; label: string; title: string }[];

type ModeToggleProps = { org: string; sessionId: string; mode: SessionMode; disabled: boolean };

export function ModeToggle({ org, sessionId, mode, disabled }: ModeToggleProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setMode = useMutation(
    trpc.session.setMode.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      onSettled: () =>
        queryClient.invalidateQueries({ queryKey: trpc.session.get.queryKey({ org, id: sessionId }) }),
    }),
  );
  return (
    <Segmented
      aria-label="Session mode"
      value={setMode.isPending ? setMode.variables.mode : mode}
      options={modeOptions}
      disabled={disabled || setMode.isPending}
      onValueChange={(next) => setMode.mutate({ org, id: sessionId, mode: next })}
    />
  );
}
