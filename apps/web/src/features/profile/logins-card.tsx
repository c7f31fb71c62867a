"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { browserName } from "./browser-name.ts";
import { methodText } from "./method-text.ts";

type LoginsCardProps = { logins: Outputs["me"]["security"]["logins"] };

export function LoginsCard({ logins }: LoginsCardProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const after = {
    onSuccess: () => void toast.success("Signed out there."),
    onError: (error: unknown) => void toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.me.security.queryKey() }),
  };
  const end = useMutation(trpc.me.endLogin.mutationOptions(after));
  const endOthers = useMutation(trpc.me.endOtherLogins.mutationOptions(after));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Where you are signed in</CardTitle>
        {logins.length > 1 && (
          <Button size="sm" disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )}
      </CardHeader>
      <ul className="divide-y">
        {logins.map((login) => (
          <li key={login.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
              <span title={login.userAgent ?? undefined}>{browserName(login.userAgent)}</span>
              <span className="block text-xs text-muted-foreground">
                {login.ip ?? "unknown address"}, last used <TimeText at={login.lastUsedAt} form="relative" />,
                signed in {methodText(login.method)} <TimeText at={login.startedAt} form="relative" />
              </span>
            </span>
            {login.current ? (
              <Badge>this browser</Badge>
            ) : (
              <Button
                size="sm"
                variant="danger-quiet"
                aria-label={`Sign out ${browserName(login.userAgent)}, ${login.ip ?? "unknown address"}`}
                disabled={end.isPending}
                onClick={() => end.mutate({ id: login.id })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
