"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { GrantList } from "../grant/grant-list.tsx";
import { SessionJobs } from "../jobs/session-jobs.tsx";
import type { SessionHeader } from "./session-header-view.ts";

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="text-sm [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** What the session is and what it reaches: host, workspace, network, policy, live grants. */
export function SessionFacts({ org, session }: { org: string; session: SessionHeader }) {
  return (
    <div className="grid content-start gap-5 p-4">
      <dl className="grid gap-3">
        <Fact label="Owner">{session.owner.name}</Fact>
        <Fact label="Host">
          <Link
            href={`/${org}/hosts`}
            className="underline decoration-input underline-offset-2 hover:decoration-current"
          >
            {session.host.name}
          </Link>{" "}
          <span className="text-muted-foreground">({session.host.state})</span>
        </Fact>
        {session.labels.length > 0 && (
          <Fact label="Host labels asked for">
            <span className="flex flex-wrap gap-1">
              {session.labels.map((label) => (
                <Badge key={label} tone="outline">
                  <span className="truncate">{label}</span>
                </Badge>
              ))}
            </span>
          </Fact>
        )}
        <Fact label="Workspace">
          <code className="font-mono text-xs">{session.workspace}</code>
        </Fact>
        <Fact label="Network">
          {session.hostOffersNetwork ? "Off, unless a command asks for it" : "Not offered by this host"}
        </Fact>
        <Fact label="Policy">
          <Link
            href={`/${org}/policy`}
            className="underline decoration-input underline-offset-2 hover:decoration-current"
          >
            Version {session.policyNumber}
          </Link>
        </Fact>
        <Fact label="Made">
          <TimeText at={session.createdAt} />
        </Fact>
      </dl>
      <SessionJobs org={org} sessionId={session.id} />
      <GrantList org={org} grants={session.grants} canRevoke={session.canDrive} />
    </div>
  );
}
