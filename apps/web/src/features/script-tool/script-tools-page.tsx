"use client";

import { may } from "@gatehouse/core/role";
import { useQuery } from "@tanstack/react-query";
import { Plus, FileCode2 } from "lucide-react";
import Link from "next/link";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ImportButton } from "./import-button.tsx";

type Row = Outputs["scriptTool"]["list"][number];

/** The org's own tools: which are in force, and who changed them last. */
export function ScriptToolsPage() {
  const { slug, role } = useOrg();
  const trpc = useTRPC();
  const canWrite = may(role, "script_tool.manage");
  const query = useQuery(trpc.scriptTool.list.queryOptions({ org: slug }));
  if (query.isPending) return <PageSkeleton />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="The script tools cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <Page>
      <PageHeader
        title="Script tools"
        description="Tools that admins of this org wrote. Agents call the published ones by name; they run in the sandbox, with network, and on record."
        actions={
          canWrite && (
            <>
              <ImportButton />
              <Button variant="primary" asChild>
                <Link href={`/${slug}/script-tools/new`}>
                  <Plus aria-hidden /> Write a tool
                </Link>
              </Button>
            </>
          )
        }
      />
      <Card>
        {query.data.length === 0 ? (
          <EmptyState icon={<FileCode2 />} title="No script tool yet">
            {canWrite
              ? "Write one in bash, Python or Node: it gets JSON on standard input and prints text."
              : "An admin of the org can write one."}
          </EmptyState>
        ) : (
          <ul aria-label="Script tools" className="divide-y">
            {query.data.map((row) => (
              <ToolRow key={row.name} org={slug} row={row} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  );
}

function ToolRow({ org, row }: { org: string; row: Row }) {
  return (
    <li className="relative grid gap-1 px-4 py-3 hover:bg-muted/40">
      <p className="flex flex-wrap items-center gap-2">
        <Link
          href={`/${org}/script-tools/${row.name}`}
          className="font-mono text-sm font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {row.name}
        </Link>
        {row.published === null ? (
          <Badge tone="outline">not published</Badge>
        ) : (
          <Badge tone="success">version {row.published} in force</Badge>
        )}
        {row.hasDraft && <Badge tone="info">draft {row.newest}</Badge>}
        {row.withoutAsking && <Badge tone="warning">runs without asking</Badge>}
        <Badge tone="outline">{row.interpreter}</Badge>
      </p>
      <p className="line-clamp-2 text-sm text-muted-foreground [overflow-wrap:anywhere]">{row.description}</p>
      <p className="text-xs text-muted-foreground">
        changed by {row.changedBy} <TimeText at={row.changedAt} form="relative" />
      </p>
    </li>
  );
}
