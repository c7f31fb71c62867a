"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { usePublish } from "./use-publish.ts";

type Entry = Outputs["policy"]["get"]["deniedCommand"][number];
type DeniedListProps = { org: string; number: number; entries: readonly Entry[]; publishes: boolean };

export function DeniedList({ org, number, entries, publishes }: DeniedListProps) {
  const trpc = useTRPC();
  const [removing, setRemoving] = useState<string | null>(null);
  const remove = usePublish(trpc.policy.removeDenied, (name) => {
    setRemoving(null);
    return `${name} is no longer denied.`;
  });
  if (entries.length === 0) {
    return (
      <EmptyState title="No command is denied" className="py-8">
        The list ships empty. What is always dangerous (downloading into a shell, formatting a disk) is
        refused anyway.
      </EmptyState>
    );
  }
  return (
    <>
      <Table label="Denied commands">
        <thead>
          <tr>
            <TableHead>Program</TableHead>
            <TableHead>Reason</TableHead>
            <TableHead>Added by</TableHead>
            <TableHead>When</TableHead>
            {publishes && (
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <TableRow key={entry.name}>
              <TableCell className="font-mono font-medium">{entry.name}</TableCell>
              <TableCell className="min-w-48 [overflow-wrap:anywhere]">
                {entry.reason ?? "not recorded"}
              </TableCell>
              <TableCell className="whitespace-nowrap">{entry.addedBy ?? "not recorded"}</TableCell>
              <TableCell className="whitespace-nowrap text-muted-foreground">
                {entry.addedAt ? <TimeText at={entry.addedAt} form="relative" /> : "not recorded"}
              </TableCell>
              {publishes && (
                <TableCell className="w-0 text-right">
                  <Button
                    variant="quiet"
                    size="icon-sm"
                    aria-label={`Remove ${entry.name}`}
                    title="Remove…"
                    onClick={() => setRemoving(entry.name)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </TableCell>
              )}
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ReasonDialog
        name={removing}
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onSubmit={(name, reason) => remove.mutate({ org, name, reason, expectedNumber: number })}
      />
    </>
  );
}
