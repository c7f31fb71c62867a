"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EntryCard } from "./entry-card.tsx";

/** The bare address: to the person's org, to the sign-in page, or to the set-up page of a fresh product. */
export function HomeRedirect() {
  const trpc = useTRPC();
  const router = useRouter();
  const me = useQuery(trpc.me.get.queryOptions());
  const setup = useQuery(trpc.setup.state.queryOptions());
  useEffect(() => {
    if (!me.data || !setup.data) return;
    const org = me.data.orgs[0];
    if (me.data.user && org) router.replace(`/${org.slug}/${org.role === "auditor" ? "audit" : "sessions"}`);
    else if (!me.data.user) router.replace(setup.data.needed ? "/setup" : "/login");
  }, [me.data, setup.data, router]);
  const error = me.error ?? setup.error;
  const orphan = me.data?.user && me.data.orgs.length === 0;
  return (
    <EntryCard title={orphan ? "No org yet" : "One moment"}>
      {error ? (
        <Notice kind="danger" role="alert" title={errorText(error)} />
      ) : orphan ? (
        <Notice kind="info">You belong to no org. Ask an admin for an invitation link.</Notice>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </EntryCard>
  );
}
