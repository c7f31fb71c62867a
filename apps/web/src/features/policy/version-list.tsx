"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";

type Version = Outputs["policy"]["versions"][number];

function Difference({ version }: { version: Version }) {
  const { added, removed } = version;
  if (added.length + removed.length === 0) {
    return <p className="text-xs text-muted-foreground">No change of denied commands</p>;
  }
  return (
    <ul aria-label={`Changes of version ${version.number}`} className="flex flex-wrap gap-1">
      {added.map((name) => (
        <li key={`+${name}`}>
          <Badge tone="danger" className="font-mono">
            <span className="sr-only">added</span>
            <span aria-hidden>+</span> {name}
          </Badge>
        </li>
      ))}
      {removed.map((name) => (
        <li key={`-${name}`}>
          <Badge tone="success" className="font-mono">
            <span className="sr-only">removed</span>
            <span aria-hidden>−</span> {name}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

/** Every version with its difference from the one before, who published it and why. */
export function VersionList({ org, current }: { org: string; current: number }) {
  const trpc = useTRPC();
  const versions = useQuery(trpc.policy.versions.queryOptions({ org }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Versions</CardTitle>
      </CardHeader>
      {versions.isPending ? (
        <SkeletonRows rows={3} />
      ) : versions.isError && !versions.data ? (
        <ErrorState
          title="The versions cannot be shown"
          message={errorText(versions.error)}
          onRetry={() => void versions.refetch()}
        />
      ) : (
        <ol className="divide-y">
          {versions.data.map((version) => (
            <li
              key={version.number}
              className="grid gap-1.5 px-4 py-2.5 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto] sm:gap-4"
            >
              <p className="flex items-center gap-2 self-start text-sm font-medium tabular-nums">
                v{version.number}
                {version.number === current && <Badge tone="info">current</Badge>}
              </p>
              <div className="grid min-w-0 gap-1.5">
                <p className="text-sm [overflow-wrap:anywhere]">{version.reason}</p>
                <Difference version={version} />
              </div>
              <p className="text-xs text-muted-foreground sm:text-right">
                {version.publishedBy ?? "Gatehouse"}
                <br className="hidden sm:block" /> <TimeText at={version.publishedAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
