"use client";

import { ChevronRight } from "lucide-react";
import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { actorText } from "../tool-call/actor-text.ts";

type AuditEvent = Outputs["audit"]["get"]["events"][number];

function EventLine({ event }: { event: AuditEvent }) {
  return (
    <li className="px-4 py-1">
      <details className="group">
        <summary className="flex min-h-7 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <ChevronRight
            aria-hidden
            className="size-3.5 text-muted-foreground transition-transform group-open:rotate-90"
          />
          <span className="w-10 text-right text-xs text-muted-foreground tabular-nums">{event.seq}</span>
          <code className="font-mono text-xs font-medium">{event.type}</code>
          <span className="text-xs text-muted-foreground">
            {event.actor.name === null
              ? event.actor.kind
              : actorText({ kind: event.actor.kind, name: event.actor.name })}
          </span>
          <code
            className="ml-auto hidden font-mono text-xs text-muted-foreground sm:inline"
            title={event.hash}
          >
            {event.hash.slice(0, 12)}
          </code>
          <TimeText at={event.at} form="precise" className="text-xs text-muted-foreground tabular-nums" />
        </summary>
        <div className="grid gap-2 py-2 pl-6 text-xs">
          <p className="break-all text-muted-foreground">
            before <code className="font-mono">{event.prevHash}</code>
            <br />
            this <code className="font-mono">{event.hash}</code>
          </p>
          <pre
            tabIndex={0}
            className="max-h-80 overflow-auto rounded-md border bg-code p-2 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            <VisibleText text={JSON.stringify(event.payload, null, 2)} keepBlanks />
          </pre>
        </div>
      </details>
    </li>
  );
}

/** The links of the org's hash chain that tell of this call. */
export function RecordEvents({ events }: { events: readonly AuditEvent[] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Events in the chain</CardTitle>
      </CardHeader>
      <ol className="divide-y py-1">
        {events.map((event) => (
          <EventLine key={event.seq} event={event} />
        ))}
      </ol>
    </Card>
  );
}
