"use client";

import { useMemo } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { cn } from "../../ui/cn.ts";
import { formatDuration } from "../../ui/format-duration.ts";
import { argvToLine } from "../argv/argv-to-line.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { type ProgramRow, programRows } from "./program-depth.ts";

type Programs = NonNullable<Outputs["audit"]["get"]["programs"]>;
const deepest = 12;

/** Every program that was really executed, below the one that started it. */
export function RecordPrograms({ programs }: { programs: Programs | null }) {
  if (programs === null) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>What really ran</CardTitle>
        {programs.kind === "recorded" && (
          <span className="text-xs text-muted-foreground">
            {programs.programs.length + programs.more}{" "}
            {programs.programs.length === 1 ? "program" : "programs"}
          </span>
        )}
      </CardHeader>
      {programs.kind === "recorded" ? (
        <ProgramTree programs={programs} />
      ) : (
        <p className="p-4 text-sm text-muted-foreground">Not recorded: {programs.why}.</p>
      )}
    </Card>
  );
}

function ProgramTree({ programs }: { programs: Extract<Programs, { kind: "recorded" }> }) {
  const rows = useMemo(() => programRows(programs.programs), [programs.programs]);
  if (rows.length === 0) {
    return <p className="p-4 text-sm text-muted-foreground">No program was executed.</p>;
  }
  return (
    <>
      <ol aria-label="Programs" tabIndex={0} className="max-h-96 overflow-auto py-2">
        {rows.map((row, at) => (
          <ProgramLine key={at} row={row} />
        ))}
      </ol>
      {programs.more > 0 && (
        <p className="border-t px-4 py-2 text-xs text-muted-foreground">
          {programs.more} more ran; the first {rows.length} are listed.
        </p>
      )}
    </>
  );
}

function ProgramLine({ row: { program, depth } }: { row: ProgramRow }) {
  const failed = program.signal !== null || (program.exitCode !== null && program.exitCode !== 0);
  const end = program.signal ?? (program.exitCode === null ? "replaced" : `exit ${program.exitCode}`);
  const took = program.endedAtMs === null ? null : program.endedAtMs - program.startedAtMs;
  return (
    <li
      className="flex min-h-6 items-baseline gap-3 px-4 py-0.5 font-mono text-xs"
      style={{ paddingLeft: `${1 + Math.min(depth, deepest) * 1.25}rem` }}
    >
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]" title={program.path}>
        {depth > 0 && (
          <span aria-hidden className="mr-1.5 text-muted-foreground">
            └
          </span>
        )}
        <span className="font-semibold">
          <VisibleText text={program.path} />
        </span>{" "}
        <VisibleText text={argvToLine(program.argv.slice(1))} keepBlanks />
        {program.argvCut && <span className="text-muted-foreground"> (cut)</span>}
      </span>
      <span className={cn("shrink-0 text-muted-foreground", failed && "text-warning")}>{end}</span>
      <span className="hidden w-16 shrink-0 text-right text-muted-foreground tabular-nums sm:inline">
        {took === null ? "" : formatDuration(took)}
      </span>
    </li>
  );
}
