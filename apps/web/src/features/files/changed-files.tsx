"use client";

import type { FilesChanged } from "@gatehouse/core/contracts/files";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, FileDiff } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { cn } from "../../ui/cn.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import { useOrg } from "../shell/org-context.tsx";
import { SeenText } from "../argv/visible-text-view.tsx";
import { DiffView } from "./diff-view.tsx";
import { ChangeLetter } from "./file-parts.tsx";
import { UndoChanges } from "./undo-changes.tsx";

type Change = Outputs["file"]["changes"][number];
type ChangedFilesProps = {
  executionId: string;
  changed: FilesChanged;
  initiallyOpen?: boolean;
  /** the session whose files they are, where this person may take the changes back */
  undoIn?: string | undefined;
};

/** What an execution did to the files of its workspace; never an empty list where nobody looked. */
export function ChangedFiles({ executionId, changed, initiallyOpen = false, undoIn }: ChangedFilesProps) {
  const [open, setOpen] = useState(initiallyOpen);
  if (!changed.recorded)
    return (
      <p className="border-t px-3 py-2 text-xs text-muted-foreground">
        Files changed: not recorded, {changed.why}.
      </p>
    );
  const sum = changed.created + changed.changed + changed.deleted;
  if (sum === 0) return null;
  return (
    <div className="min-w-0 border-t">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full flex-wrap items-center gap-1.5 px-3 py-1 text-left text-sm text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", open && "rotate-90")} />
        <FileDiff aria-hidden className="size-3.5" /> {summary(changed)}
      </button>
      {open && <ChangeList executionId={executionId} changed={changed} sum={sum} />}
      {open && undoIn !== undefined && <UndoChanges sessionId={undoIn} executionId={executionId} />}
    </div>
  );
}

export function summary(changed: Extract<FilesChanged, { recorded: true }>): string {
  const parts = [
    changed.created > 0 ? `${changed.created} created` : "",
    changed.changed > 0 ? `${changed.changed} changed` : "",
    changed.deleted > 0 ? `${changed.deleted} deleted` : "",
  ].filter((part) => part !== "");
  return `Files: ${parts.length === 0 ? "none changed" : parts.join(", ")}`;
}

function ChangeList({
  executionId,
  changed,
  sum,
}: {
  executionId: string;
  changed: Extract<FilesChanged, { recorded: true }>;
  sum: number;
}) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const changes = useQuery(
    trpc.file.changes.queryOptions({ org: slug, executionId }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  if (changes.isError) return <p className="px-3 pb-2 text-xs text-danger">{errorText(changes.error)}</p>;
  if (!changes.data) return <p className="px-3 pb-2 text-xs text-muted-foreground">Loading…</p>;
  return (
    <>
      <ul aria-label="Files changed" className="divide-y border-t">
        {changes.data.map((change) => (
          <ChangeRow key={change.path} change={change} />
        ))}
      </ul>
      {(sum > changed.listed || changed.leftOut) && (
        <p className="border-t px-3 py-1.5 text-xs text-muted-foreground">
          {sum > changed.listed && `${sum - changed.listed} more are counted and not listed. `}
          {changed.leftOut && `Nobody looked into ${changed.leftOut.join(" and ")}.`}
        </p>
      )}
    </>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const [open, setOpen] = useState(false);
  const hasDiff = change.diff !== null && change.diff !== "";
  const shown = change.path.replace(/^\/home\/agent\/work\//, "");
  return (
    <li>
      <button
        type="button"
        disabled={!hasDiff}
        aria-expanded={hasDiff ? open : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 w-full items-center gap-2 px-3 py-1 text-left hover:bg-accent disabled:hover:bg-transparent"
      >
        <ChevronRight
          aria-hidden
          className={cn(
            "size-3.5 shrink-0 text-muted-foreground transition-transform",
            !hasDiff && "invisible",
            open && "rotate-90",
          )}
        />
        <ChangeLetter change={change.change} />
        <code className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">
          <SeenText text={shown} />
        </code>
        <span className="shrink-0 text-xs text-muted-foreground tabular-nums">{sizes(change)}</span>
      </button>
      {open && change.diff !== null && <DiffView diff={change.diff} label={`Change of ${shown}`} />}
    </li>
  );
}

function sizes({ bytesBefore, bytesAfter }: Change): string {
  if (bytesBefore === null) return formatBytes(bytesAfter ?? 0);
  if (bytesAfter === null || bytesAfter === bytesBefore) return formatBytes(bytesBefore);
  return `${formatBytes(bytesBefore)} to ${formatBytes(bytesAfter)}`;
}
