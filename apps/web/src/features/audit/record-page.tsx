"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { CallBadge } from "../tool-call/call-badge.tsx";
import { type CallFace, callState } from "../tool-call/call-state.ts";
import { StopButton } from "../tool-call/stop-button.tsx";
import { RecordApproval } from "./record-approval.tsx";
import { RecordCall } from "./record-call.tsx";
import { RecordDecisions } from "./record-decisions.tsx";
import { RecordEvents } from "./record-events.tsx";
import { RecordExecution } from "./record-execution.tsx";
import { RecordOutput } from "./record-output.tsx";
import { RecordConnections } from "./record-connections.tsx";
import { RecordPrograms } from "./record-programs.tsx";
import { RecordSandbox } from "./record-sandbox.tsx";

const stoppable: readonly CallFace[] = ["awaiting", "queued", "running"];

/** One page of evidence: what was asked, what was decided and why, who answered, what really ran and what came of it. */
export function RecordPage({ toolCallId }: { toolCallId: string }) {
  const { slug } = useOrg();
  const drives = useMay("session.drive");
  const trpc = useTRPC();
  const record = useQuery(
    trpc.audit.get.queryOptions(
      { org: slug, toolCallId },
      {
        refetchInterval: ({ state }) => (state.data && !callState(state.data.toolCall).final ? 3_000 : false),
      },
    ),
  );
  if (record.isPending) return <PageSkeleton rows={10} />;
  if (record.isError && !record.data) {
    return errorCode(record.error) === "NOT_FOUND" ? (
      <EmptyState title="No such record">The call does not exist, or it belongs to another org.</EmptyState>
    ) : (
      <ErrorState
        title="The record cannot be shown"
        message={errorText(record.error)}
        onRetry={() => void record.refetch()}
      />
    );
  }
  const detail = record.data;
  const { toolCall, session } = detail;
  const { face } = callState(toolCall);
  return (
    <Page>
      <div className="grid gap-2">
        <Link
          href={`/${slug}/audit`}
          className="flex min-h-6 items-center gap-1 justify-self-start text-xs text-muted-foreground hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-3.5" /> Audit
        </Link>
        <PageHeader
          actions={
            drives &&
            stoppable.includes(face) && (
              <StopButton
                id={toolCall.id}
                program={toolCall.program}
                label={face === "running" ? "Stop" : "Cancel"}
              />
            )
          }
          title={
            <span className="flex flex-wrap items-center gap-2.5">
              <span className="font-mono [overflow-wrap:anywhere]">{toolCall.program}</span>
              <CallBadge state={callState(toolCall)} />
            </span>
          }
          description={
            <>
              {toolCall.actor.name}
              {toolCall.actor.kind !== "person" && ` (${toolCall.actor.kind})`} in{" "}
              <Link
                href={`/${slug}/sessions/${session.id}`}
                className="text-foreground underline decoration-input underline-offset-2 hover:decoration-current"
              >
                {session.title}
              </Link>
              , <TimeText at={toolCall.requestedAt} />
            </>
          }
        />
      </div>
      <RecordCall call={toolCall} />
      <RecordDecisions decisions={detail.decisions} />
      <RecordApproval detail={detail} />
      <RecordExecution detail={detail} />
      <RecordOutput call={toolCall} />
      <RecordPrograms programs={detail.programs} />
      <RecordConnections connections={detail.connections} />
      <RecordSandbox detail={detail} />
      <RecordEvents events={detail.events} />
    </Page>
  );
}
