"use client";

import { may } from "@gatehouse/core/role";
import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { HostCard } from "./host-card.tsx";
import { JoinDialog } from "./join-dialog.tsx";
import { JoinTokenList } from "./join-token-list.tsx";
import { OpenCalls } from "./open-calls.tsx";
import { QueueTable } from "./queue-table.tsx";

export function HostsPage() {
  const { slug, role } = useOrg();
  const [joining, setJoining] = useState(false);
  const trpc = useTRPC();
  const hosts = useQuery(trpc.host.list.queryOptions({ org: slug }, { refetchInterval: 5_000 }));
  const mayManage = may(role, "host.manage");
  const other = (hosts.data ?? []).filter((host) => host.state === "incompatible");
  return (
    <Page>
      <PageHeader
        title="Hosts"
        description="The machines that run commands. A host that cannot isolate a command runs none."
        {...(mayManage
          ? { actions: <Button onClick={() => setJoining(true)}>Join another host</Button> }
          : {})}
      />
      <JoinDialog open={joining} onOpenChange={setJoining} />
      {other.length > 0 && (
        <Notice kind="danger" role="alert" title="A worker is of another release" className="mb-4">
          {other.map((host) => `${host.name} (${host.version})`).join(", ")}: it takes nothing until web and
          worker are of the same release.
        </Notice>
      )}
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
          A worker on this machine joins with npm start. Another machine joins with a token: its admin runs{" "}
          <code className="font-mono">DATABASE_URL=… REDIS_URL=… GATEHOUSE_JOIN_TOKEN=… npm run worker</code>.
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          {mayManage && <JoinTokenList />}
          <QueueTable />
          <OpenCalls />
          {hosts.data.map((host) => (
            <HostCard key={host.id} host={host} mayManage={mayManage} />
          ))}
        </div>
      )}
    </Page>
  );
}
