import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { HostActions } from "./host-actions.tsx";
import { hostWords } from "./host-words.ts";
import { HostStateBadge } from "./host-state-badge.tsx";

type Host = Outputs["host"]["list"][number];
type Check = Host["probe"]["checks"][number];

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  );
}

function CheckLine({ check }: { check: Check }) {
  const Icon = check.ok ? CircleCheck : CircleX;
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon
        aria-hidden
        className={check.ok ? "mt-0.5 size-4 shrink-0 text-success" : "mt-0.5 size-4 shrink-0 text-danger"}
      />
      <div className="grid min-w-0 gap-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{check.name}</span>
          <span className="sr-only">{check.ok ? " passed" : " failed"}</span>
          <span className="text-muted-foreground"> {check.detail}</span>
        </p>
        {check.fix !== undefined && (
          <div className="flex items-center gap-1 rounded border bg-code pl-2 font-mono text-xs">
            <code className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">{check.fix}</code>
            <CopyButton text={check.fix} label={`Copy the repair of ${check.name}`} />
          </div>
        )}
      </div>
    </li>
  );
}

export function HostCard({ host, mayManage }: { host: Host; mayManage: boolean }) {
  const { probe } = host;
  const drained = host.state === "draining" && host.running === 0;
  const limits = Object.entries(probe.limits ?? {});
  return (
    <Card aria-label={`Host ${host.name}`}>
      <CardHeader>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <CardTitle>{host.name}</CardTitle>
          <HostStateBadge state={host.state} />
          {host.intent !== "ok" && host.intent !== host.state && <Badge>{host.intent}</Badge>}
          {host.labels.map((label) => (
            <Badge key={label} tone="outline">
              {label}
            </Badge>
          ))}
        </div>
        <p className="text-xs text-muted-foreground">
          seen <TimeText at={host.lastSeenAt} form="relative" />
        </p>
      </CardHeader>
      {host.state !== "ok" && (
        <p className="px-4 pt-4 text-sm" role="status">
          {drained ? "Nothing runs here any more: the machine may be stopped." : hostWords[host.state]}
        </p>
      )}
      <div className="grid gap-5 p-4 lg:grid-cols-2">
        <dl className="grid content-start grid-cols-2 gap-3 sm:grid-cols-3">
          <Figure label="Running">
            {host.running} of {host.capacity}
          </Figure>
          <Figure label="Waiting">{host.queued}</Figure>
          <Figure label="Open sessions">{host.sessions}</Figure>
          <Figure label="Load">{Math.round(host.load * 100)} %</Figure>
          <Figure label="Disk free">
            {host.diskFreeBytes === null ? "not known" : formatBytes(host.diskFreeBytes)}
          </Figure>
          <Figure label="Event loop lag">{host.eventLoopLagMs} ms</Figure>
          <Figure label="Version">{host.version}</Figure>
          <Figure label="bubblewrap">{probe.bwrapVersion ?? "not found"}</Figure>
          <Figure label="Architecture">{probe.architecture}</Figure>
          <Figure label="Network for commands">{probe.egress ? "offered" : "not offered"}</Figure>
          <Figure label="Strict execution">{probe.strict ? "offered" : "not offered"}</Figure>
          {limits.map(([name, means]) => (
            <Figure key={name} label={`Limit: ${name}`}>
              {means}
            </Figure>
          ))}
        </dl>
        <section aria-label={`Checks of ${host.name}`} className="grid content-start gap-2">
          <h3 className="text-xs text-muted-foreground">
            Self-test at start, <TimeText at={host.startedAt} form="relative" />
          </h3>
          <ul className="grid gap-2">
            {(probe.checks ?? []).map((check) => (
              <CheckLine key={check.name} check={check} />
            ))}
          </ul>
        </section>
      </div>
      {mayManage && (
        <div className="border-t px-4 py-3">
          <HostActions host={host} />
        </div>
      )}
    </Card>
  );
}
