"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";

export function ApprovalsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const list = useQuery(trpc.approval.list.queryOptions({ org: slug }, { refetchInterval: 4_000 }));
  return (
    <Page>
      <PageHeader
        title="Approvals"
        description="Calls that wait for an answer you may give, oldest first. Without an answer they are refused when their time is over."
      />
      {list.isPending ? (
        <SkeletonRows rows={4} />
      ) : list.isError && !list.data ? (
        <ErrorState
          title="The approvals cannot be shown"
          message={errorText(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : list.data.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title="Nothing waits for you">
          When a call needs your answer, it stands here and in its session.
        </EmptyState>
      ) : (
        <ul aria-label="Waiting for you" className="grid gap-5">
          {list.data.map(({ approvalId, sessionTitle, toolCall }) => (
            <li key={approvalId} className="grid gap-1.5">
              <p className="text-xs text-muted-foreground">
                <Link
                  href={`/${slug}/sessions/${toolCall.sessionId}#call-${toolCall.id}`}
                  className="font-medium text-foreground underline decoration-input underline-offset-2 hover:decoration-current"
                >
                  {sessionTitle}
                </Link>
                , asked <TimeText at={toolCall.requestedAt} form="relative" />
              </p>
              <ToolCallCard call={toolCall} canDrive openOutput={false} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
