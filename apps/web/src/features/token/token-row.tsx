"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { scopeText } from "./scope-text.ts";

type Token = Outputs["token"]["list"][number];

export function TokenRow({ token }: { token: Token }) {
  const { slug, memberId } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.token.revoke.mutationOptions({
      onSuccess: () => toast.success(`The token ${token.name} is revoked; it no longer works.`),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.token.pathKey() }),
    }),
  );
  const isMine = token.owner.memberId === memberId;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1.5 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span className="[overflow-wrap:anywhere]">{token.name}</span>
          <code className="font-mono text-xs font-normal text-muted-foreground">{token.prefix}…</code>
          {token.expired && <Badge tone="warning">expired</Badge>}
          {!isMine && <Badge>{token.owner.name}</Badge>}
        </p>
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          {token.scopes.map((scope) => scopeText[scope].label).join(", ")}
          {token.session !== null && <>; only in “{token.session.title}”</>}
        </p>
        <p className="text-xs text-muted-foreground">
          {token.lastUsedAt === null ? (
            "Never used"
          ) : (
            <>
              Last used <TimeText at={token.lastUsedAt} form="relative" />
            </>
          )}
          , {token.expired ? "ended" : "ends"} <TimeText at={token.expiresAt} form="relative" />
        </p>
      </div>
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Revoke the token ${token.name}`}
        disabled={revoke.isPending}
        onClick={() => revoke.mutate({ org: slug, id: token.id })}
      >
        Revoke
      </Button>
    </li>
  );
}
