"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "../../trpc/client.ts";
import { CallBadge } from "../tool-call/call-badge.tsx";
import { callState } from "../tool-call/call-state.ts";

/** Background commands of one session that are not over, in few words, with the way to the rest. */
export function SessionJobs({ org, sessionId }: { org: string; sessionId: string }) {
  const trpc = useTRPC();
  const jobs = useQuery(
    trpc.job.list.queryOptions({ org, sessionId, state: "active" }, { refetchInterval: 5_000 }),
  );
  const items = jobs.data?.items ?? [];
  return (
    <section aria-label="Background jobs" className="grid gap-1.5">
      <h2 className="flex items-center justify-between text-xs font-medium text-muted-foreground">
        Background jobs
        <Link href={`/${org}/jobs?session=${sessionId}`} className="font-normal underline underline-offset-2">
          All
        </Link>
      </h2>
      {items.length === 0 ? (
        <p className="text-xs text-muted-foreground">None runs.</p>
      ) : (
        <ul className="grid gap-1">
          {items.map(({ call, lastLine }) => (
            <li key={call.id} className="grid gap-0.5">
              <span className="flex min-w-0 items-center gap-1.5">
                <CallBadge state={callState(call)} />
                <a href={`#call-${call.id}`} className="truncate font-mono text-xs hover:underline">
                  {call.program}
                </a>
              </span>
              {lastLine !== null && (
                <span className="truncate font-mono text-2xs text-muted-foreground">{lastLine}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
