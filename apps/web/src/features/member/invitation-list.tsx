"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { roleText } from "./role-text.ts";

/** Invitations that are still open; nothing is shown when there is none. */
export function InvitationList() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const invitations = useQuery(trpc.invitation.list.queryOptions({ org: slug }));
  const revoke = useMutation(
    trpc.invitation.revoke.mutationOptions({
      onSuccess: () => toast.success("The invitation is revoked; its link no longer works."),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.invitation.pathKey() }),
    }),
  );
  if (!invitations.data || invitations.data.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Open invitations</CardTitle>
      </CardHeader>
      <ul className="divide-y">
        {invitations.data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{one.email}</span>
            <Badge>{roleText[one.role].label}</Badge>
            {one.expired && <Badge tone="warning">expired</Badge>}
            <span className="text-xs text-muted-foreground">
              by {one.invitedBy}, {one.expired ? "ended" : "ends"}{" "}
              <TimeText at={one.expiresAt} form="relative" />
            </span>
            <Button
              size="sm"
              variant="danger-quiet"
              className="ml-auto"
              aria-label={`Revoke the invitation of ${one.email}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ org: slug, id: one.id })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
