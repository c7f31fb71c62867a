"use client";

import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { AuthenticatorCard } from "../profile/authenticator-card.tsx";
import { OwnSecurity } from "../profile/own-security.tsx";
import { PasskeysCard } from "../profile/passkeys-card.tsx";
import { useOrg } from "./org-context.tsx";

type SecondFactorGateProps = { needed: boolean; onDone: () => void };

/**
 * All that a member sees whose role needs a second factor and who has none. It stays after the first was set up, so that
 * the recovery codes can be read; the server lets them in from then on.
 */
export function SecondFactorGate({ needed, onDone }: SecondFactorGateProps) {
  const { name, user } = useOrg();
  const trpc = useTRPC();
  const signOut = useMutation(
    trpc.login.end.mutationOptions({
      onSuccess: () => window.location.assign("/login"),
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  return (
    <main>
      <Page className="max-w-2xl">
        <PageHeader
          title="Set up a second factor"
          description={`${name} asks for one of your role, beside the password. An authenticator app or a passkey will do.`}
          actions={
            <Button disabled={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign out
            </Button>
          }
        />
        {needed ? (
          <p className="text-sm text-muted-foreground">
            You are signed in as {user.email}. Nothing of the org can be reached until this is done.
          </p>
        ) : (
          <Notice
            kind="success"
            role="status"
            title="Your second factor is set up."
            actions={
              <Button variant="primary" onClick={onDone}>
                Go on to {name}
              </Button>
            }
          >
            If recovery codes are shown below, keep them first: they are shown only now.
          </Notice>
        )}
        <OwnSecurity>
          {(security) => (
            <>
              <AuthenticatorCard security={security} />
              <PasskeysCard security={security} />
            </>
          )}
        </OwnSecurity>
      </Page>
    </main>
  );
}
