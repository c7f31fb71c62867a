"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ChangeList } from "./change-list.tsx";
import { PolicyTabs } from "./policy-tabs.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { saveText } from "./save-text.ts";

type Version = Outputs["policy"]["versions"][number];

/** Every version with what it changed and did, any two compared, and the way back to each. */
export function HistoryPage() {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [back, setBack] = useState<number | null>(null);
  const query = useQuery(trpc.policy.versions.queryOptions({ org }));
  const administration = useQuery(trpc.policy.administration.queryOptions({ org }));
  const onError = (error: unknown) => toast.error(errorText(error));
  const rollBack = useMutation(
    trpc.policy.rollBack.mutationOptions({
      onSuccess: (published) => {
        setBack(null);
        toast.success(
          published.kind === "published"
            ? `Back in force, as version ${published.number}.`
            : "Proposed to the other admins.",
        );
      },
      onError,
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.policy.pathKey() }),
    }),
  );
  const download = useMutation(trpc.policy.export.mutationOptions({ onSuccess: saveText, onError }));
  if (query.isPending) return <PageSkeleton />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="The history cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const versions = query.data;
  const current = versions[0]?.number ?? 1;
  return (
    <Page>
      <PageHeader
        title="Policy history"
        description="A version is never edited. Bringing one back publishes its document again, with a reason."
      />
      <PolicyTabs current="history" />
      {versions.length > 1 && <Compare versions={versions} />}
      <Card>
        <CardHeader>
          <CardTitle>Versions</CardTitle>
        </CardHeader>
        <ol className="divide-y">
          {versions.map((version) => (
            <li key={version.number} className="grid gap-2 px-4 py-3">
              <div className="flex flex-wrap items-start justify-between gap-2">
                <div className="grid min-w-0 gap-0.5">
                  <p className="flex items-center gap-2 text-sm font-medium tabular-nums">
                    Version {version.number}
                    {version.number === current && <Badge tone="info">current</Badge>}
                  </p>
                  <p className="text-sm [overflow-wrap:anywhere]">{version.reason}</p>
                  <p className="text-xs text-muted-foreground">
                    {version.publishedBy ?? "Gatehouse"}, <TimeText at={version.publishedAt} />
                    {version.effect !== null &&
                      `; of ${version.effect.calls.toLocaleString("en")} calls before it, ${version.effect.refused} newly refused, ${version.effect.asking} newly asking, ${version.effect.allowed} newly allowed`}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    variant="ghost"
                    disabled={download.isPending}
                    aria-label={`Export version ${version.number}`}
                    onClick={() => download.mutate({ org, number: version.number })}
                  >
                    Export
                  </Button>
                  {version.number !== current && (
                    <Button
                      size="sm"
                      aria-label={`Roll back to version ${version.number}`}
                      onClick={() => setBack(version.number)}
                    >
                      Roll back…
                    </Button>
                  )}
                </div>
              </div>
              {version.changes !== null && version.changes.length > 0 && (
                <ChangeList changes={version.changes} label={`Differences of version ${version.number}`} />
              )}
            </li>
          ))}
        </ol>
      </Card>
      <PublishDialog
        open={back !== null}
        {...(back === null ? {} : { number: back })}
        secondAdmin={administration.data?.secondAdmin ?? false}
        busy={rollBack.isPending}
        onClose={() => setBack(null)}
        onPublish={(of) => {
          if (back !== null) rollBack.mutate({ org, number: back, expectedNumber: current, ...of });
        }}
      />
    </Page>
  );
}

function Compare({ versions }: { versions: readonly Version[] }) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const [to = versions[0], from = versions[1]] = versions;
  const [pair, setPair] = useState({ from: String(from?.number ?? 1), to: String(to?.number ?? 1) });
  const query = useQuery(
    trpc.policy.compare.queryOptions({ org, from: Number(pair.from), to: Number(pair.to) }),
  );
  const options = versions.map(({ number }) => ({ value: String(number), label: `Version ${number}` }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Compare</CardTitle>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label="From version"
            className="w-32"
            value={pair.from}
            options={options}
            onValueChange={(value) => setPair((one) => ({ ...one, from: value }))}
          />
          <span aria-hidden>→</span>
          <Select
            aria-label="To version"
            className="w-32"
            value={pair.to}
            options={options}
            onValueChange={(value) => setPair((one) => ({ ...one, to: value }))}
          />
        </div>
      </CardHeader>
      <div className="p-4">
        {query.data === undefined ? (
          <SkeletonRows rows={2} />
        ) : (
          <ChangeList changes={query.data} label="Differences of the two versions" />
        )}
      </div>
    </Card>
  );
}
