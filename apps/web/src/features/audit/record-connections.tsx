"use client";

import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";

type Connections = NonNullable<Outputs["audit"]["get"]["connections"]>;

/** What a networked call reached for, refused attempts too. */
export function RecordConnections({ connections }: { connections: Connections | null }) {
  if (connections === null) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Connections</CardTitle>
      </CardHeader>
      {connections.length === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">The call had network and reached for nothing.</p>
      ) : (
        <ul className="divide-y py-1">
          {connections.map((one, at) => (
            <li key={at} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm">
              <span className="font-mono text-xs [overflow-wrap:anywhere]">
                <VisibleText text={`${one.host}:${one.port}`} />
              </span>
              <span className="text-xs text-muted-foreground">
                {one.refused === null ? `${one.address ?? ""}` : `refused: ${one.refused}`}
              </span>
              {one.refused === null && (
                <span className="ml-auto text-xs text-muted-foreground tabular-nums">
                  {formatBytes(one.sentBytes)} sent, {formatBytes(one.receivedBytes)} received
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
