"use client";

import { ChevronLeft, Download, History, Lock, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPCClient } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes, formatCount } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { ApprovalCard } from "../approval/approval-card.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { RefusalPanel } from "../tool-call/refusal-panel.tsx";
import { downloadFile } from "./download-file.ts";
import { failureOf, isAwaiting, resultOf } from "./file-answer.ts";
import { FileContent, type ShownFile } from "./file-content.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import type { FileAction } from "./use-file-action.ts";
import { useFileCall } from "./use-file-call.ts";
import type { Mark } from "./use-marks.ts";
import { SeenText } from "../argv/visible-text-view.tsx";

type FileViewProps = {
  sessionId: string;
  path: string;
  shown: string;
  mark: Mark | undefined;
  action: FileAction;
  canDrive: boolean;
  onClose: () => void;
};

/** One file: its content, where it comes from, and what can be done with it. */
export function FileView({ sessionId, path, shown, mark, action, canDrive, onClose }: FileViewProps) {
  const { slug } = useOrg();
  const client = useTRPCClient();
  const [from, setFrom] = useState(1);
  const [history, setHistory] = useState(false);
  const look = useFileCall(sessionId, {
    tool: "read_files",
    input: { files: [from === 1 ? { path } : { path, offset: from }] },
  });
  const file = resultOf(look.answer, "read_files")?.files[0];
  const read = file === undefined || file.kind === "error" ? null : file;
  const download = () =>
    void downloadFile(client, { org: slug, sessionId, path }).catch((error: unknown) =>
      toast.error(error instanceof Error && error.name === "Error" ? error.message : errorText(error)),
    );
  const remove = () =>
    action.run({ tool: "edit_file", input: { mode: "remove", path } }, (answer) => {
      const failure = failureOf(answer);
      const receipt = resultOf(answer, "edit_file")?.receipt;
      if (failure !== null || !receipt || !("trash" in receipt))
        return void toast.error(failure ?? "It is still there.");
      onClose();
      toast.success(`Moved ${shown} to the trash.`, {
        action: {
          label: "Undo",
          onClick: () =>
            action.run({
              tool: "edit_file",
              input: { mode: "restore", path: receipt.path, trash: receipt.trash },
            }),
        },
      });
    });
  return (
    <section aria-label={shown} className="flex h-full min-h-0 flex-col">
      <header className="grid gap-1.5 border-b px-3 py-2">
        <div className="flex flex-wrap items-center gap-1.5">
          <Button variant="quiet" size="sm" className="md:hidden" onClick={onClose}>
            <ChevronLeft aria-hidden /> Files
          </Button>
          <h2 className="min-w-0 font-mono text-sm font-medium [overflow-wrap:anywhere]">
            <SeenText text={shown} />
          </h2>
          <div className="ml-auto flex flex-wrap gap-1.5">
            <Button size="sm" aria-pressed={history} onClick={() => setHistory(!history)}>
              <History aria-hidden /> {history ? "Content" : "History"}
            </Button>
            <Button size="sm" onClick={download}>
              <Download aria-hidden /> Download
            </Button>
            {canDrive && (
              <Button size="sm" disabled={action.busy} onClick={remove}>
                <Trash2 aria-hidden /> Delete
              </Button>
            )}
          </div>
        </div>
        <FileFacts file={read} mark={mark} slug={slug} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {history ? (
          <HistoryPanel sessionId={sessionId} path={path} action={action} canDrive={canDrive} />
        ) : (
          <Body look={look} read={read} onFrom={setFrom} />
        )}
      </div>
    </section>
  );
}

function FileFacts({ file, mark, slug }: { file: ShownFile | null; mark: Mark | undefined; slug: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted-foreground">
      {file && <span>{formatBytes(file.bytes)}</span>}
      {file?.kind === "text" && <span>{formatCount(file.totalLines, "line")}</span>}
      {file && (
        <span>
          changed <TimeText at={new Date(file.modifiedAtMs)} form="relative" />
        </span>
      )}
      {mark && (
        <Link
          href={`/${slug}/audit/${mark.toolCallId}`}
          className="underline underline-offset-2 hover:text-foreground"
        >
          {mark.change} by {mark.program}
        </Link>
      )}
    </p>
  );
}

function Body({
  look,
  read,
  onFrom,
}: {
  look: ReturnType<typeof useFileCall>;
  read: ShownFile | null;
  onFrom: (line: number) => void;
}) {
  const { answer } = look;
  if (look.error)
    return (
      <Notice kind="danger" className="m-3">
        {errorText(look.error)}
      </Notice>
    );
  if (look.pending || !answer) return <SkeletonRows rows={8} />;
  const { view } = answer;
  if (isAwaiting(answer) && view.approval)
    return (
      <>
        <p className="flex items-center gap-1.5 px-3 py-2 text-sm">
          <Lock aria-hidden className="size-4 text-warning" /> Reading this asks a person first.
        </p>
        <ApprovalCard call={view} approval={view.approval} canCancel />
      </>
    );
  const refusal = view.refusal ?? view.execution?.refusal;
  if (refusal) return <RefusalPanel call={view} refusal={refusal} />;
  if (read && view.execution)
    return <FileContent file={read} executionId={view.execution.id} onFrom={onFrom} />;
  const file = resultOf(answer, "read_files")?.files[0];
  return (
    <Notice kind="danger" className="m-3">
      {(file?.kind === "error" ? file.error : failureOf(answer)) ?? "It cannot be shown."}
    </Notice>
  );
}
