"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** A button for each identity provider that an admin set up; nothing where there is none. */
export function ProviderSignIn({ next }: { next: string | undefined }) {
  const trpc = useTRPC();
  const providers = useQuery(trpc.login.providers.queryOptions());
  const begin = useMutation(
    trpc.login.beginProvider.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  if (!providers.data || providers.data.length === 0) return null;
  return (
    <div className="grid gap-3">
      {providers.data.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          className="h-auto min-h-9 [overflow-wrap:anywhere] whitespace-normal"
          disabled={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate({ id, ...(next === undefined ? {} : { next }) })}
        >
          <LogIn aria-hidden /> Sign in with {name}
        </Button>
      ))}
      {begin.isError && <Notice kind="danger" role="alert" title={errorText(begin.error)} />}
    </div>
  );
}
