"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PreferencesCard } from "../notification/preferences-card.tsx";
import { AuthenticatorCard } from "./authenticator-card.tsx";
import { LoginsCard } from "./logins-card.tsx";
import { NameCard } from "./name-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";

export function ProfilePage() {
  const trpc = useTRPC();
  const security = useQuery(trpc.me.security.queryOptions());
  return (
    <Page>
      <PageHeader
        title="Your profile"
        description="Who you are here, what opens your account, what you are told of, and where you are signed in."
      />
      {security.isPending ? (
        <SkeletonRows rows={4} />
      ) : security.isError ? (
        <ErrorState
          title="Your account cannot be shown"
          message={errorText(security.error)}
          onRetry={() => void security.refetch()}
        />
      ) : (
        <>
          <NameCard />
          <PasswordCard security={security.data} />
          <AuthenticatorCard security={security.data} />
          <PasskeysCard security={security.data} />
          <PreferencesCard />
          <LoginsCard logins={security.data.logins} />
        </>
      )}
    </Page>
  );
}
