"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { AddDeniedForm } from "./add-denied-form.tsx";
import { DeniedList } from "./denied-list.tsx";
import { PolicyTabs } from "./policy-tabs.tsx";
import { VersionList } from "./version-list.tsx";

export function PolicyPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const publishes = useMay("policy.publish");
  const policy = useQuery(trpc.policy.get.queryOptions({ org: slug }, { refetchInterval: 20_000 }));
  if (policy.isPending) return <PageSkeleton />;
  if (!policy.data) {
    return (
      <ErrorState
        title="The policy cannot be shown"
        message={errorText(policy.error)}
        onRetry={() => void policy.refetch()}
      />
    );
  }
  const { number, publishedAt, publishedBy, deniedCommand, elevation } = policy.data;
  return (
    <Page>
      <PageHeader
        title="Policy"
        description={
          <>
            Version {number}, published <TimeText at={publishedAt} form="relative" />
            {publishedBy !== null && ` by ${publishedBy}`}. The next call of every member is decided by it,
            and so are calls that already wait in the queue.
          </>
        }
      />
      <PolicyTabs current="in-force" />
      <Card>
        <CardHeader>
          <CardTitle>Denied commands</CardTitle>
          <code className="font-mono text-xs text-muted-foreground">denied_command</code>
        </CardHeader>
        <p className="border-b px-4 py-3 text-sm text-muted-foreground">
          A program on this list is refused wherever it is named: as the command, inside a script, behind a
          wrapper. No approval changes that. Inside the sandbox its files are covered too, so a program cannot
          start it behind the text; a copy that a command builds itself is where that ends.
        </p>
        {publishes && <AddDeniedForm org={slug} number={number} />}
        <DeniedList org={slug} number={number} entries={deniedCommand} publishes={publishes} />
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Elevation</CardTitle>
          <code className="font-mono text-xs text-muted-foreground">elevation: {String(elevation)}</code>
        </CardHeader>
        <p className="px-4 py-3 text-sm text-muted-foreground">
          {elevation
            ? "Commands may ask to leave the sandbox or to run through sudo; each asks for a password."
            : "Off: sudo and commands outside the sandbox are refused with that reason."}
        </p>
      </Card>
      <VersionList org={slug} current={number} />
    </Page>
  );
}
