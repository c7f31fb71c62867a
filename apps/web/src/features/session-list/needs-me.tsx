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
      className="flex items-center gap-3 rounded-lg border bg-card px-4 py-3 hover:bg-accent/50"
    >
      <Icon aria-hidden className={cn("size-4 text-muted-foreground", tone)} />
      {value === undefined ? (
        <Skeleton className="h-5 w-6" />
      ) : (
        <span className={cn("text-lg font-semibold tabular-nums", tone)}>{value}</span>
      )}
      <span className="text-sm text-muted-foreground">{label}</span>
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
    <section aria-label="At a glance" className="grid gap-3 sm:grid-cols-3">
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
