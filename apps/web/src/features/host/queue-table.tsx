"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";

/** Who has how much waiting and running where. */
export function QueueTable() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queue = useQuery(trpc.host.queue.queryOptions({ org: slug }, { refetchInterval: 3_000 }));
  return (
    <Card aria-label="Queue">
      <CardHeader>
        <CardTitle>Queue</CardTitle>
        <p className="text-xs text-muted-foreground">Members take turns on each host.</p>
      </CardHeader>
      {queue.isPending ? (
        <SkeletonRows rows={2} />
      ) : queue.isError && !queue.data ? (
        <Notice kind="danger" title={errorText(queue.error)} className="m-4" />
      ) : queue.data.length === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">Nothing runs or is queued on a host.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums">
            <thead className="text-left text-xs text-muted-foreground">
              <tr className="border-b">
                {["Host", "Member", "Running", "Waiting", "Oldest wait"].map((title) => (
                  <th key={title} scope="col" className="px-4 py-2 font-medium whitespace-nowrap">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queue.data.map((line) => (
                <tr key={`${line.hostId} ${line.memberId}`} className="border-b last:border-0">
                  <td className="px-4 py-2 [overflow-wrap:anywhere]">{line.hostName}</td>
                  <td className="px-4 py-2 [overflow-wrap:anywhere]">{line.memberName}</td>
                  <td className="px-4 py-2">{line.running}</td>
                  <td className="px-4 py-2">{line.waiting}</td>
                  <td className="px-4 py-2 whitespace-nowrap">
                    {line.oldestQueuedAt === null ? (
                      "nothing waits"
                    ) : (
                      <>
                        since <TimeText at={line.oldestQueuedAt} form="relative" />
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
