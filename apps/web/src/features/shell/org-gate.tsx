"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import dynamic from "next/dynamic";
import { AppShell } from "./app-shell.tsx";
import { OrgProvider } from "./org-context.tsx";

const SecondFactorGate = dynamic(() =>
  import("./second-factor-gate.tsx").then((part) => part.SecondFactorGate),
);

/** Lets a signed-in member of the org through; everyone else goes to the sign-in page or reads that nothing is here. */
export function OrgGate({ slug, children }: { slug: string; children: ReactNode }) {
  const trpc = useTRPC();
  const router = useRouter();
  const pathname = usePathname();
  const me = useQuery(trpc.me.get.queryOptions(undefined, { staleTime: 60_000 }));
  const signedOut = me.data?.user === null;
  const needsSecondFactor = me.data?.orgs.find((one) => one.slug === slug)?.needsSecondFactor === true;
  const [settingUp, setSettingUp] = useState(false);
  useEffect(() => {
    if (needsSecondFactor) setSettingUp(true);
  }, [needsSecondFactor]);
  useEffect(() => {
    if (signedOut) router.replace(`/login?next=${encodeURIComponent(pathname)}`);
  }, [signedOut, router, pathname]);

  if (me.isError) {
    return (
      <ErrorState
        title="The page cannot load"
        message={errorText(me.error)}
        onRetry={() => void me.refetch()}
      />
    );
  }
  const user = me.data?.user;
  if (!me.data || !user) return <SkeletonRows className="mx-auto max-w-3xl pt-16" />;
  const org = me.data.orgs.find((one) => one.slug === slug);
  if (!org) {
    return (
      <main>
        <EmptyState title="Nothing here" className="pt-24">
          There is no org at this address, or you are not a member of it.
        </EmptyState>
      </main>
    );
  }
  return (
    <OrgProvider value={{ ...org, user, orgs: me.data.orgs }}>
      {org.needsSecondFactor || settingUp ? (
        <SecondFactorGate needed={org.needsSecondFactor} onDone={() => setSettingUp(false)} />
      ) : (
        <AppShell>{children}</AppShell>
      )}
    </OrgProvider>
  );
}
