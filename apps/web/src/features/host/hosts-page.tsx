"use client";

import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { HostCard } from "./host-card.tsx";

export function HostsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const hosts = useQuery(trpc.host.list.queryOptions({ org: slug }, { refetchInterval: 5_000 }));
  return (
    <Page>
      <PageHeader
        title="Hosts"
        description="The machines that run commands. A host that cannot isolate a command runs none."
      />
      {hosts.isPending ? (
        <SkeletonRows rows={4} />
      ) : hosts.isError && !hosts.data ? (
        <ErrorState
          title="The hosts cannot be shown"
          message={errorText(hosts.error)}
          onRetry={() => void hosts.refetch()}
        />
      ) : hosts.data.length === 0 ? (
        <EmptyState icon={<Server />} title="No host has joined">
          Start a worker with the database and queue addresses of this product; it shows up here by itself.
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          {hosts.data.map((host) => (
            <HostCard key={host.id} host={host} />
          ))}
        </div>
      )}
    </Page>
  );
}
