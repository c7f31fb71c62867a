"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { useOrg } from "../shell/org-context.tsx";

export function StopButton({ id, program, label = "Stop" }: { id: string; program: string; label?: string }) {
  const trpc = useTRPC();
  const { slug } = useOrg();
  const queryClient = useQueryClient();
  const cancel = useMutation(
    trpc.toolCall.cancel.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      // Every list that may show it; a page without a stream of its own would say "running" until it asks again.
      onSettled: () =>
        Promise.all(
          [trpc.toolCall.pathKey(), trpc.job.pathKey(), trpc.approval.pathKey(), trpc.audit.pathKey()].map(
            (queryKey) => queryClient.invalidateQueries({ queryKey }),
          ),
        ),
    }),
  );
  return (
    <Button
      size="sm"
      variant="danger-quiet"
      aria-label={`${label} ${program}`}
      disabled={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate({ org: slug, id })}
    >
      <Square aria-hidden className="fill-current" /> {cancel.isPending ? "Stopping…" : label}
    </Button>
  );
}
