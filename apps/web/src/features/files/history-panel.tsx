"use client";

import type { VersionEntry } from "@gatehouse/core/contracts/files";
import { useState } from "react";
import { toast } from "sonner";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { DiffView } from "./diff-view.tsx";
import { failureOf, resultOf } from "./file-answer.ts";
import type { FileAction } from "./use-file-action.ts";
import { useFileCall } from "./use-file-call.ts";

const said: Record<VersionEntry["action"], string> = {
  found: "as it was found",
  write: "written",
  patch: "patched",
  restore: "restored",
  command: "left by a command",
  remove: "moved to the trash",
};

type HistoryPanelProps = { sessionId: string; path: string; action: FileAction; canDrive: boolean };

/** Earlier versions of one file, each against what is there now. */
export function HistoryPanel({ sessionId, path, action, canDrive }: HistoryPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const look = useFileCall(sessionId, { tool: "file_history", input: { mode: "list", path } });
  const history = resultOf(look.answer, "file_history")?.history;
  if (look.error) return <Notice kind="danger">{errorText(look.error)}</Notice>;
  if (look.pending || !look.answer) return <p className="p-4 text-sm text-muted-foreground">Looking…</p>;
  if (!history || !("versions" in history))
    return (
      <Notice kind="danger" className="m-3">
        {failureOf(look.answer) ?? "The history cannot be shown."}
      </Notice>
    );
  if (history.versions.length === 0)
    return (
      <p className="p-4 text-sm text-muted-foreground">
        Nothing is kept of this file yet. Each change made by a file tool keeps what was there before; of what
        commands write, small texts are kept.
      </p>
    );
  return (
    <ul aria-label="Versions" className="divide-y">
      {history.versions.map((version, at) => (
        <li key={version.id}>
          <button
            type="button"
            disabled={!version.kept}
            aria-expanded={chosen === version.id}
            onClick={() => setChosen(chosen === version.id ? null : version.id)}
            className={cn(
              "flex min-h-9 w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 text-left text-sm hover:bg-accent disabled:hover:bg-transparent",
              chosen === version.id && "bg-accent/60",
            )}
          >
            <TimeText at={version.at} form="compact" className="text-muted-foreground tabular-nums" />
            <span>{said[version.action]}</span>
            {at === 0 && <span className="text-xs text-muted-foreground">newest</span>}
            <span className="ml-auto text-xs text-muted-foreground tabular-nums">
              {version.digest === null ? "no content" : formatBytes(version.bytes)}
            </span>
          </button>
          {chosen === version.id && (
            <VersionDiff
              {...{ sessionId, path, action, canDrive, version }}
              onRestored={() => setChosen(null)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function VersionDiff({
  sessionId,
  path,
  version,
  action,
  canDrive,
  onRestored,
}: HistoryPanelProps & { version: VersionEntry; onRestored: () => void }) {
  const look = useFileCall(sessionId, {
    tool: "file_history",
    input: { mode: "read", path, version: version.id },
  });
  const history = resultOf(look.answer, "file_history")?.history;
  if (look.pending || !look.answer)
    return <p className="px-3 pb-2 text-xs text-muted-foreground">Comparing…</p>;
  if (!history || !("diff" in history))
    return (
      <Notice kind="danger" className="m-3">
        {failureOf(look.answer) ?? "This version cannot be read."}
      </Notice>
    );
  const restore = () =>
    action.run({ tool: "edit_file", input: { mode: "restore", path, version: version.id } }, (answer) => {
      const failure = failureOf(answer);
      if (failure !== null) return void toast.error(failure);
      toast.success("Restored. What was there is a version now.");
      onRestored();
    });
  return (
    <div className="grid gap-2 border-t bg-muted/20 pb-3">
      {history.diff === "" ? (
        <p className="px-3 pt-2 text-xs text-muted-foreground">The same as what is there now.</p>
      ) : history.diff === null ? (
        <p className="px-3 pt-2 text-xs text-muted-foreground">Too large, or no text, to be compared here.</p>
      ) : (
        <>
          <p className="px-3 pt-2 text-xs text-muted-foreground">From this version to what is there now:</p>
          <DiffView diff={history.diff} label="Difference to what is there now" />
        </>
      )}
      {canDrive && history.diff !== "" && (
        <div className="px-3">
          <Button size="sm" disabled={action.busy} onClick={restore}>
            Restore this version
          </Button>
        </div>
      )}
    </div>
  );
}
