"use client";

import { createColumnHelper, flexRender, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import Link from "next/link";
import { cn } from "../../ui/cn.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import { formatDuration } from "../../ui/format-duration.ts";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { CallBadge } from "../tool-call/call-badge.tsx";
import { type AuditRow, rowState } from "./row-state.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

const lineLimit = 160;
const column = createColumnHelper<AuditRow>();

function shortLine(argv: readonly string[]): string {
  const line = argvToLine(argv);
  return line.length > lineLimit ? `${line.slice(0, lineLimit)}…` : line;
}

function RecordLink({ row }: { row: AuditRow }) {
  const { slug } = useOrg();
  return (
    <Link
      href={`/${slug}/audit/${row.toolCallId}`}
      className="block truncate font-mono text-xs underline-offset-2 hover:underline"
      aria-label={`Record of ${argvToLine(row.argv).slice(0, lineLimit)}`}
    >
      <VisibleText text={shortLine(row.argv).replaceAll("\n", " ⏎ ")} />
    </Link>
  );
}

const columns = [
  column.accessor("requestedAt", {
    header: "Time",
    cell: ({ getValue }) => (
      <TimeText at={getValue()} form="compact" className="whitespace-nowrap tabular-nums" />
    ),
  }),
  column.accessor("actor.name", {
    header: "Member",
    cell: ({ row, getValue }) => (
      <span className="whitespace-nowrap">
        {getValue()}
        {row.original.actor.kind !== "person" && (
          <span className="text-muted-foreground"> ({row.original.actor.kind})</span>
        )}
      </span>
    ),
  }),
  column.display({ id: "call", header: "Call", cell: ({ row }) => <RecordLink row={row.original} /> }),
  column.accessor("verdict", {
    header: "Verdict",
    cell: ({ getValue }) => <VerdictBadge verdict={getValue()} />,
  }),
  column.display({
    id: "outcome",
    header: "Outcome",
    cell: ({ row }) => <CallBadge state={rowState(row.original)} />,
  }),
  column.accessor("durationMs", {
    header: "Duration",
    cell: ({ getValue }) => {
      const ms = getValue();
      return <span className="whitespace-nowrap tabular-nums">{ms === null ? "" : formatDuration(ms)}</span>;
    },
  }),
  column.accessor("outputBytes", {
    header: "Output",
    cell: ({ row, getValue }) => (
      <span className="whitespace-nowrap tabular-nums">
        {row.original.executionId === null ? "" : formatBytes(getValue())}
      </span>
    ),
  }),
  column.accessor("session.title", {
    header: "Session",
    cell: ({ getValue }) => (
      <span className="block max-w-36 truncate text-muted-foreground">{getValue()}</span>
    ),
  }),
];

export function AuditTable({ rows }: { rows: AuditRow[] }) {
  const table = useReactTable({ data: rows, columns, getCoreRowModel: getCoreRowModel() });
  return (
    <Table label="Tool calls">
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <TableHead key={header.id}>
                {flexRender(header.column.columnDef.header, header.getContext())}
              </TableHead>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <TableRow key={row.id}>
            {row.getVisibleCells().map((cell) => (
              <TableCell
                key={cell.id}
                className={cn("py-1.5", cell.column.id === "call" && "w-full max-w-0 min-w-56")}
              >
                {flexRender(cell.column.columnDef.cell, cell.getContext())}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
