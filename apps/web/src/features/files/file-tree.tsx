"use client";

import type { FoundEntry } from "@gatehouse/core/contracts/files";
import { ChevronRight, Lock } from "lucide-react";
import { useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { cn } from "../../ui/cn.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import { ApprovalCard } from "../approval/approval-card.tsx";
import { failureOf, isAwaiting, resultOf } from "./file-answer.ts";
import { ChangeLetter, KindIcon } from "./file-parts.tsx";
import { useFileCall } from "./use-file-call.ts";
import type { Mark } from "./use-marks.ts";
import { SeenText } from "../argv/visible-text-view.tsx";

type TreeProps = {
  sessionId: string;
  marks: ReadonlyMap<string, Mark>;
  selected: string | null;
  onOpen: (path: string) => void;
};

/** One directory's children; a directory below opens on its own, with a call of its own. */
export function FileTree({ dir, depth, ...props }: TreeProps & { dir: string; depth: number }) {
  const look = useFileCall(props.sessionId, {
    tool: "find_files",
    input: { mode: "list", queries: [{ dir }] },
  });
  const { answer } = look;
  const query = resultOf(answer, "find_files")?.queries[0];
  if (answer && isAwaiting(answer) && answer.view.approval)
    return <ApprovalCard call={answer.view} approval={answer.view.approval} canCancel />;
  if (look.error) return <TreeNote depth={depth}>{errorText(look.error)}</TreeNote>;
  if (look.pending || !answer) return <TreeNote depth={depth}>Looking…</TreeNote>;
  if (!query || "error" in query)
    return <TreeNote depth={depth}>{query?.error ?? failureOf(answer) ?? "It cannot be shown."}</TreeNote>;
  if ("matches" in query) return null;
  const entries = query.entries.toSorted(byKindThenName);
  const notes: string[] = [];
  if (query.hidden > 0) notes.push(`${query.hidden} hidden by ignore rules`);
  if (query.withheld > 0) notes.push(`${query.withheld} withheld by policy`);
  if (query.more) notes.push("there is more than can be listed");
  return (
    <ul aria-label={depth === 0 ? "Files" : `In ${dir}`}>
      {entries.map((entry) => (
        <TreeEntry key={entry.name} entry={entry} path={`${dir}/${entry.name}`} depth={depth} {...props} />
      ))}
      {entries.length === 0 && notes.length === 0 && (
        <li>
          <TreeNote depth={depth}>Nothing in here.</TreeNote>
        </li>
      )}
      {notes.length > 0 && (
        <li>
          <TreeNote depth={depth}>{notes.join(", ")}</TreeNote>
        </li>
      )}
    </ul>
  );
}

function TreeEntry({
  entry,
  path,
  depth,
  ...props
}: TreeProps & { entry: FoundEntry; path: string; depth: number }) {
  const [open, setOpen] = useState(false);
  const directory = entry.kind === "directory";
  const mark = props.marks.get(path);
  const chosen = props.selected === path;
  return (
    <li>
      <button
        type="button"
        aria-expanded={directory ? open : undefined}
        aria-current={chosen ? "true" : undefined}
        onClick={() => (directory ? setOpen(!open) : props.onOpen(path))}
        title={entry.target === undefined ? entry.name : `${entry.name} → ${entry.target}`}
        style={{ paddingLeft: `${depth * 0.875 + 0.375}rem` }}
        className={cn(
          "flex min-h-8 w-full items-center gap-1.5 rounded-md pr-2 text-left text-sm hover:bg-accent md:min-h-7",
          chosen && "bg-accent font-medium",
        )}
      >
        <ChevronRight
          aria-hidden
          className={cn(
            "size-3.5 shrink-0 text-muted-foreground transition-transform",
            !directory && "invisible",
            open && "rotate-90",
          )}
        />
        <KindIcon kind={entry.kind} open={open} />
        <span className="min-w-0 flex-1 truncate">
          <SeenText text={entry.name} />
        </span>
        {entry.sensitive && (
          <span title="Sensitive: reading it asks first, once in a session">
            <Lock aria-hidden className="size-3.5 text-warning" />
            <span className="sr-only">sensitive</span>
          </span>
        )}
        {mark && mark.change !== "deleted" && (
          <ChangeLetter change={mark.change} title={`${mark.change} by ${mark.program}`} />
        )}
        {!directory && (
          <span className="w-16 shrink-0 text-right text-xs text-muted-foreground tabular-nums">
            {formatBytes(entry.bytes)}
          </span>
        )}
      </button>
      {directory && open && <FileTree dir={path} depth={depth + 1} {...props} />}
    </li>
  );
}

function TreeNote({ depth, children }: { depth: number; children: string }) {
  return (
    <p
      role={depth === 0 ? "status" : undefined}
      style={{ paddingLeft: `${depth * 0.875 + 1.75}rem` }}
      className="py-1.5 pr-2 text-xs text-muted-foreground"
    >
      {children}
    </p>
  );
}

function byKindThenName(a: FoundEntry, b: FoundEntry): number {
  const rank = (entry: FoundEntry): number => (entry.kind === "directory" ? 0 : 1);
  return rank(a) - rank(b) || a.name.localeCompare(b.name, "en", { numeric: true });
}
