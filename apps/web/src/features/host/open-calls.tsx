"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { actorText } from "../tool-call/actor-text.ts";
import { callArgv } from "../tool-call/call-argv.ts";
import { CallBadge } from "../tool-call/call-badge.tsx";
import { callState } from "../tool-call/call-state.ts";
import { CallTiming } from "../tool-call/call-timing.tsx";
import { StopButton } from "../tool-call/stop-button.tsx";

type Open = Outputs["toolCall"]["open"]["items"][number];

/** What runs and what waits, each with the reason and a way to end it. */
export function OpenCalls() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const open = useQuery(trpc.toolCall.open.queryOptions({ org: slug }, { refetchInterval: 2_000 }));
  return (
    <Card aria-label="What runs and waits">
      <CardHeader>
        <CardTitle>What runs and waits</CardTitle>
        <p className="text-xs text-muted-foreground">
          Those that wait for a person too, of the sessions that you may read.
        </p>
      </CardHeader>
      {open.isPending ? (
        <SkeletonRows rows={3} />
      ) : open.isError && !open.data ? (
        <Notice kind="danger" title={errorText(open.error)} className="m-4" />
      ) : open.data.items.length === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">No call runs, and none waits.</p>
      ) : (
        <>
          <ul className="divide-y">
            {open.data.items.map((item) => (
              <OpenRow key={item.call.id} item={item} slug={slug} />
            ))}
          </ul>
          {open.data.more > 0 && (
            <p className="border-t px-4 py-2 text-xs text-muted-foreground">
              {open.data.more} more {open.data.more === 1 ? "call waits" : "calls wait"} behind these.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function OpenRow({ item, slug }: { item: Open; slug: string }) {
  const { call, why } = item;
  const state = callState(call);
  const line = argvToLine(callArgv(call));
  return (
    <li
      aria-label={`${call.program}: ${state.label}`}
      data-status={state.face}
      className="flex items-start gap-3 px-4 py-2.5"
    >
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <CallBadge state={state} />
          {call.execution && <CallTiming execution={call.execution} />}
          <Link
            href={`/${slug}/sessions/${call.sessionId}#call-${call.id}`}
            title={line}
            className="max-w-full min-w-0 truncate font-mono text-sm underline decoration-input underline-offset-2 hover:decoration-current"
          >
            <VisibleText text={line} />
          </Link>
        </div>
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          {why !== null && <span className="text-foreground">{why} </span>}
          {actorText(call.actor)} in {item.sessionTitle}
          {call.execution && `, host ${call.execution.hostName}`}, asked{" "}
          <TimeText at={call.requestedAt} form="relative" />.
        </p>
      </div>
      {item.mayCancel && state.face !== "stopping" && (
        <StopButton
          id={call.id}
          program={call.program}
          label={state.face === "running" ? "Stop" : "Cancel"}
        />
      )}
    </li>
  );
}
