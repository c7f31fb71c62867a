"use client";

import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";

type JobHitsProps = { toolCallId: string; executionId: string; hits: number };

/** How often a keyword was found, and where: each place leads to its row of the log. */
export function JobHits({ toolCallId, executionId, hits }: JobHitsProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const events = useQuery(
    trpc.job.events.queryOptions(
      { org: slug, toolCallId, cursor: Math.max(0, hits - 50) },
      { enabled: open },
    ),
  );
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="sm">
          <BellRing aria-hidden /> {formatCount(hits, "hit")}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="Hits of the keywords"
        align="start"
        className="grid max-h-80 w-96 gap-2 overflow-y-auto"
      >
        <p className="text-sm font-medium">Where a keyword was found</p>
        {events.isPending && <p className="text-sm text-muted-foreground">Loading…</p>}
        <ul className="grid gap-1">
          {(events.data?.hits ?? []).toReversed().map((hit) => (
            <li key={hit.seq}>
              <Link
                href={`/${slug}/output/${executionId}#L${hit.row + 1}`}
                className="grid gap-0.5 rounded-md px-2 py-1 hover:bg-accent"
              >
                <span className="flex justify-between gap-2 text-xs text-muted-foreground">
                  <span>
                    <code className="font-mono text-foreground">{hit.keyword}</code>, row{" "}
                    {(hit.row + 1).toLocaleString("en-US")}
                  </span>
                  <TimeText at={hit.foundAt} form="clock" />
                </span>
                <span className="truncate font-mono text-xs">{hit.excerpt}</span>
              </Link>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
