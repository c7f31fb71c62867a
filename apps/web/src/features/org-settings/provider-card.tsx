"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ProviderFacts } from "./provider-facts.tsx";
import { ProviderForm } from "./provider-form.tsx";

/** Where members may sign in beside Gatehouse, and on which terms. */
export function ProviderCard() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const query = useQuery(trpc.org.identityProvider.queryOptions({ org: slug }));
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.org.identityProvider.pathKey() });
  const remove = useMutation(
    trpc.org.removeIdentityProvider.mutationOptions({
      onSuccess: () => void toast.success("The identity provider is removed."),
      onError: (error) => void toast.error(errorText(error)),
      onSettled: refresh,
    }),
  );
  const provider = query.data?.provider ?? null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Identity provider</CardTitle>
        {provider !== null && !editing && (
          <div className="flex gap-2">
            <Button size="sm" aria-label="Change the identity provider" onClick={() => setEditing(true)}>
              Change
            </Button>
            <Button
              size="sm"
              variant="danger-quiet"
              aria-label="Remove the identity provider"
              onClick={() => setRemoving(true)}
            >
              Remove…
            </Button>
          </div>
        )}
      </CardHeader>
      {query.isPending ? (
        <SkeletonRows rows={2} />
      ) : query.isError && !query.data ? (
        <ErrorState
          title="The identity provider cannot be shown"
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : editing ? (
        <ProviderForm
          provider={provider}
          redirectUri={query.data.redirectUri}
          onDone={() => {
            setEditing(false);
            return refresh();
          }}
          onBack={() => setEditing(false)}
        />
      ) : provider === null ? (
        <EmptyState icon={<KeyRound />} title="Members sign in with Gatehouse alone" className="py-8">
          <p>Any provider that speaks OpenID Connect will do, such as Keycloak, Okta or Google.</p>
          <Button className="mt-3" onClick={() => setEditing(true)}>
            Set up OpenID Connect
          </Button>
        </EmptyState>
      ) : (
        <ProviderFacts provider={provider} redirectUri={query.data.redirectUri} />
      )}
      <AlertDialog open={removing} onOpenChange={setRemoving}>
        <AlertDialogContent
          title={`Remove ${provider?.name ?? "the identity provider"}?`}
          description="Nobody signs in there any more, and whoever did is signed out. Members without a password then have no way in but a passkey."
        >
          <DialogActions>
            <AlertDialogCancel asChild>
              <Button>Keep it</Button>
            </AlertDialogCancel>
            <Button
              variant="danger"
              onClick={() => {
                setRemoving(false);
                remove.mutate({ org: slug });
              }}
            >
              Remove it
            </Button>
          </DialogActions>
        </AlertDialogContent>
      </AlertDialog>
    </Card>
  );
}
