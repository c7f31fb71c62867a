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

/** Tokens that a host could still join with; nothing where there are none. */
export function JoinTokenList() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const tokens = useQuery(trpc.host.joinTokens.queryOptions({ org: slug }));
  const revoke = useMutation(
    trpc.host.revokeJoinToken.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.host.pathKey() }),
    }),
  );
  if (!tokens.data || tokens.data.length === 0) return null;
  return (
    <Card aria-label="Open join tokens">
      <CardHeader>
        <CardTitle>Open join tokens</CardTitle>
      </CardHeader>
      <ul className="divide-y">
        {tokens.data.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <span>
              by {token.createdBy}, until <TimeText at={token.expiresAt} />
            </span>
            {token.labels.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
            <Button
              size="sm"
              className="ml-auto"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ org: slug, id: token.id })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
