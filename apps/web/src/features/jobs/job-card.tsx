"use client";

import { Cpu, ScrollText } from "lucide-react";
import Link from "next/link";
import type { Outputs } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { SubagentPart } from "../subagent/subagent-part.tsx";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { askerText } from "../tool-call/actor-text.ts";
import { callArgv } from "../tool-call/call-argv.ts";
import { CallBadge } from "../tool-call/call-badge.tsx";
import { callState } from "../tool-call/call-state.ts";
import { CallTiming } from "../tool-call/call-timing.tsx";
import { StopButton } from "../tool-call/stop-button.tsx";
import { JobHits } from "./job-hits.tsx";
import { KeywordChips } from "./keyword-chips.tsx";
import { useKeywords } from "./use-keywords.ts";

export type Job = Outputs["job"]["list"]["items"][number];

/** One command or subagent in the background with what a person watching it wants to know. */
export function JobCard({ job }: { job: Job }) {
  const { slug } = useOrg();
  const { call, drives } = job;
  const { execution } = call;
  const state = callState(call);
  const active = !state.final;
  const keywords = useKeywords(slug, call.id);
  const line = argvToLine(callArgv(call));
  const showsOutput = execution !== undefined && execution.state !== "queued";
  return (
    <article
      aria-label={`${call.program}: ${state.label}`}
      data-status={state.face}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border bg-card px-3 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <CallBadge state={state} />
        {execution && <CallTiming execution={execution} />}
        {job.usage && (
          <span className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
            <Cpu aria-hidden className="size-3" />
            {job.usage.cpuPercent} % of a CPU · {formatBytes(job.usage.memoryBytes)}
          </span>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          {showsOutput && (
            <Button asChild variant="quiet" size="sm">
              <Link href={`/${slug}/output/${execution.id}`}>
                <ScrollText aria-hidden /> Log
              </Link>
            </Button>
          )}
          {drives && active && state.face !== "stopping" && (
            <StopButton
              id={call.id}
              program={call.program}
              label={state.face === "running" ? "Stop" : "Cancel"}
            />
          )}
        </div>
      </div>
      {call.tool === "background_subagents" ? (
        <SubagentPart call={call} canDrive={drives} />
      ) : (
        <p className="truncate font-mono text-sm" title={line}>
          <VisibleText text={line} />
        </p>
      )}
      {job.lastLine !== null && (
        <p className="truncate rounded bg-code px-2 py-1 font-mono text-xs text-muted-foreground">
          <span className="sr-only">Last line: </span>
          {job.lastLine}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {call.tool === "background_command" && (
          <KeywordChips
            of={call.program}
            words={job.keywords}
            {...(active && drives ? { onAdd: keywords.add, onRemove: keywords.remove } : {})}
          />
        )}
        {job.hits > 0 && execution && (
          <JobHits toolCallId={call.id} executionId={execution.id} hits={job.hits} />
        )}
        <p className="ml-auto text-xs text-muted-foreground">
          <Link
            href={`/${slug}/sessions/${call.sessionId}#call-${call.id}`}
            className="inline-block max-w-72 truncate align-bottom underline decoration-input underline-offset-2 hover:decoration-current"
            title={job.sessionTitle}
          >
            {job.sessionTitle}
          </Link>
          , {askerText(call)}, <TimeText at={call.requestedAt} form="relative" />
        </p>
      </div>
    </article>
  );
}
