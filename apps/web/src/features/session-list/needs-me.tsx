"use client";

import { useQuery } from "@tanstack/react-query";
import { LoaderCircle, type LucideIcon, Server, ShieldQuestion } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "../../trpc/client.ts";
import { cn } from "../../ui/cn.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";

type TileProps = { href: string; icon: LucideIcon; label: string; value: number | undefined; tone?: string };

function Tile({ href, icon: Icon, label, value, tone }: TileProps) {
  return (
    <Link
      href={href}
      className="grid grid-cols-[auto_1fr] items-center gap-x-2 gap-y-0.5 rounded-lg border bg-card px-3 py-2.5 hover:bg-accent/50 sm:flex sm:gap-3 sm:px-4 sm:py-3"
    >
      <Icon aria-hidden className={cn("size-4 text-muted-foreground", tone)} />
      {value === undefined ? (
        <Skeleton className="h-5 w-6" />
      ) : (
        <span className={cn("text-lg font-semibold tabular-nums", tone)}>{value}</span>
      )}
      <span className="col-span-2 text-xs text-muted-foreground sm:text-sm">{label}</span>
    </Link>
  );
}

/** What needs the person and what runs, before the list. */
export function NeedsMe() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const answers = useMay("approval.answer_own");
  const approvals = useQuery(trpc.approval.list.queryOptions({ org: slug }, { enabled: answers }));
  const hosts = useQuery(trpc.host.list.queryOptions({ org: slug }, { refetchInterval: 15_000 }));
  const running = hosts.data?.reduce((sum, host) => sum + host.running + host.queued, 0);
  const ready = hosts.data?.filter((host) => host.state === "ok").length;
  const waiting = approvals.data?.length;
  return (
    <section aria-label="At a glance" className="grid auto-cols-fr grid-flow-col gap-2 sm:gap-3">
      {answers && (
        <Tile
          href={`/${slug}/approvals`}
          icon={ShieldQuestion}
          label="waiting for you"
          value={waiting}
          {...(waiting ? { tone: "text-warning" } : {})}
        />
      )}
      <Tile
        href={`/${slug}/hosts`}
        icon={LoaderCircle}
        label="running or queued"
        value={running}
        {...(running ? { tone: "text-info" } : {})}
      />
      <Tile
        href={`/${slug}/hosts`}
        icon={Server}
        label={ready === 1 ? "host ready" : "hosts ready"}
        value={ready}
        {...(ready === 0 ? { tone: "text-danger" } : {})}
      />
    </section>
  );
}
