"use client";

import { FileText, RefreshCw } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { type DragEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { SessionHeader } from "../session/session-header-view.ts";
import { useOrg } from "../shell/org-context.tsx";
import { AwaitingDialog } from "./awaiting-dialog.tsx";
import { FileTree } from "./file-tree.tsx";
import { FileView } from "./file-view.tsx";
import { NewFileDialog } from "./new-file-dialog.tsx";
import { SessionShell } from "./session-shell.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useFileAction } from "./use-file-action.ts";
import { useMarks } from "./use-marks.ts";
import { useUpload } from "./use-upload.ts";

/** The files of a session's workspace. Every look and every change is a tool call, decided and recorded. */
export function FilesPage({ sessionId }: { sessionId: string }) {
  return (
    <SessionShell sessionId={sessionId} current="files">
      {(session) => <Files session={session} />}
    </SessionShell>
  );
}

function Files({ session }: { session: SessionHeader }) {
  const { slug } = useOrg();
  const queryClient = useQueryClient();
  const [open, setOpen] = useQueryState("file", parseAsString.withOptions({ history: "push" }));
  const action = useFileAction(session.id);
  const upload = useUpload(action);
  const { byPath, deleted } = useMarks(session.id);
  const canDrive = session.canDrive && !session.archivedAt;
  const path = open === null ? null : absolute(open, session.workspace);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ["file-call", slug, session.id] });
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[19rem_minmax(0,1fr)]">
      <DropZone
        enabled={canDrive && !action.busy}
        onFiles={upload.send}
        className={cn("min-h-0 flex-col md:flex md:border-r", path === null ? "flex" : "hidden")}
      >
        <div className="flex items-center gap-1.5 border-b px-3 py-2">
          {canDrive && (
            <>
              <NewFileDialog
                action={action}
                onMade={(made) => void setOpen(relative(made, session.workspace))}
              />
              <UploadButton upload={upload} busy={action.busy} />
            </>
          )}
          <Button
            variant="quiet"
            size="icon-sm"
            className="ml-auto"
            aria-label="Look again"
            title="Look again"
            onClick={refresh}
          >
            <RefreshCw aria-hidden />
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
          <FileTree
            dir={session.workspace}
            depth={0}
            sessionId={session.id}
            marks={byPath}
            selected={path}
            onOpen={(chosen) => void setOpen(relative(chosen, session.workspace))}
          />
          {deleted.length > 0 && (
            <p className="px-2 py-2 text-xs text-muted-foreground">
              {deleted.length === 1 ? "One file was deleted" : `${deleted.length} files were deleted`} in this
              session:{" "}
              {deleted
                .slice(0, 5)
                .map((mark) => relative(mark.path, session.workspace))
                .join(", ")}
              {deleted.length > 5 && " and others"}.
            </p>
          )}
        </div>
      </DropZone>
      <div className={cn("min-h-0 min-w-0 md:block", path === null && "hidden")}>
        {path === null ? (
          <EmptyState icon={<FileText />} title="No file is open">
            Pick one on the left. {canDrive && "Drop files there to upload them."}
          </EmptyState>
        ) : (
          <FileView
            key={path}
            sessionId={session.id}
            path={path}
            shown={relative(path, session.workspace)}
            mark={byPath.get(path)}
            action={action}
            canDrive={canDrive}
            onClose={() => void setOpen(null)}
          />
        )}
      </div>
      <AwaitingDialog action={action} />
    </div>
  );
}

function DropZone({
  enabled,
  onFiles,
  className,
  children,
}: {
  enabled: boolean;
  onFiles: (files: readonly File[]) => void;
  className: string;
  children: React.ReactNode;
}) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (enabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={cn(className, over && enabled && "bg-accent/60")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

function relative(path: string, workspace: string): string {
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

function absolute(path: string, workspace: string): string {
  return path.startsWith("/") ? path : `${workspace}/${path}`;
}
