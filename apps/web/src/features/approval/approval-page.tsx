"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { askerText } from "../tool-call/actor-text.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import { useSeen } from "./use-seen.ts";

type Shown = Outputs["approval"]["get"];

/** One approval with an address of its own, on a phone too. What it says is the row's state and nothing else. */
export function ApprovalPage({ approvalId }: { approvalId: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.approval.get.queryOptions({ org: slug, approvalId }, { refetchInterval: 3_000, retry: false }),
  );
  const approval = query.data?.toolCall.approval;
  useSeen(approval?.status === "pending" ? [approval] : []);
  return (
    <Page>
      <PageHeader
        title="Approval"
        description={
          <Link href={`/${slug}/approvals`} className="underline decoration-input underline-offset-2">
            All approvals
          </Link>
        }
      />
      {query.isPending ? (
        <SkeletonRows rows={4} />
      ) : query.isError && !query.data ? (
        <ErrorState
          title="This approval cannot be shown"
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <One shown={query.data} org={slug} />
      )}
    </Page>
  );
}

function One({ shown, org }: { shown: Shown; org: string }) {
  const { toolCall, sessionTitle, deliveries, drives } = shown;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted-foreground">
        {overText(shown)} {askerText(toolCall)} asked <TimeText at={toolCall.requestedAt} form="relative" />,
        in{" "}
        <Link
          href={`/${org}/sessions/${toolCall.sessionId}#call-${toolCall.id}`}
          className="font-medium text-foreground underline decoration-input underline-offset-2 hover:decoration-current"
        >
          {sessionTitle}
        </Link>
        .
      </p>
      <ToolCallCard call={toolCall} canDrive={drives || toolCall.tool === "ask_user"} openOutput={false} />
      {deliveries.length > 0 && (
        <section aria-labelledby="told-title" className="grid gap-1">
          <h2 id="told-title" className="text-xs text-muted-foreground">
            Who knows
          </h2>
          <ul className="grid gap-0.5 text-sm">
            {deliveries.map((one) => (
              <li key={one.name}>
                {one.name}:{" "}
                {one.seenAt ? (
                  <>
                    shown <TimeText at={one.seenAt} form="relative" />
                  </>
                ) : (
                  one.toldAt && (
                    <>
                      told <TimeText at={one.toldAt} form="relative" />, not seen yet
                    </>
                  )
                )}
                {one.escalated && ", after it had waited too long"}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function overText({ toolCall }: Shown): string {
  const { approval } = toolCall;
  if (approval === undefined || approval.status === "pending") return "";
  const by = approval.answeredBy === undefined ? "" : ` by ${approval.answeredBy}`;
  const words = {
    approved: `Approved${by}.`,
    rejected: `Declined${by}.`,
    expired: "Nobody answered in time, so it was refused.",
    cancelled:
      approval.replacedBy === undefined
        ? `Taken back${by}.`
        : `Replaced${by} by a call with other arguments.`,
  } as const;
  return words[approval.status];
}
