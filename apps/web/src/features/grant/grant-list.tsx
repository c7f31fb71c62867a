"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";

type Grant = Outputs["session"]["get"]["grants"][number];
type GrantListProps = { org: string; grants: readonly Grant[]; canRevoke: boolean };

/** The session's live grants; each can be taken back at once. */
export function GrantList({ org, grants, canRevoke }: GrantListProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.grant.revoke.mutationOptions({
      onSuccess: () => toast.success("The grant is revoked."),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.session.get.pathKey() }),
    }),
  );
  return (
    <section aria-labelledby="grants-title" className="grid gap-1.5">
      <h2 id="grants-title" className="text-xs text-muted-foreground">
        Grants
      </h2>
      {grants.length === 0 && <p className="text-sm text-muted-foreground">Nothing beyond the workspace.</p>}
      <ul className="grid gap-2">
        {grants.map((grant) => (
          <li key={grant.id} className="grid gap-1 rounded-md border p-2">
            <p className="text-xs [overflow-wrap:anywhere]">{grant.words}</p>
            <div className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
              <span>
                by {grant.grantedBy}, ends <TimeText at={grant.expiresAt} form="relative" />
              </span>
              {canRevoke && (
                <Button
                  size="sm"
                  variant="danger-quiet"
                  className="h-6"
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate({ org, grantId: grant.id })}
                >
                  Revoke
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
