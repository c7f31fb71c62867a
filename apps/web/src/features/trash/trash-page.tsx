"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatBytes, formatCount } from "../../ui/format-bytes.ts";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { AwaitingDialog } from "../files/awaiting-dialog.tsx";
import { failureOf, resultOf } from "../files/file-answer.ts";
import { KindIcon } from "../files/file-parts.tsx";
import { SessionShell } from "../files/session-shell.tsx";
import { type FileAction, useFileAction } from "../files/use-file-action.ts";
import type { SessionHeader } from "../session/session-header-view.ts";
import { useOrg } from "../shell/org-context.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EmptyDialog } from "./empty-dialog.tsx";
import { SeenText } from "../argv/visible-text-view.tsx";

export type TrashItem = Outputs["trash"]["list"]["items"][number];

/** What was deleted in a session: where it was, what deleted it, and how long it can still be brought back. */
export function TrashPage({ sessionId }: { sessionId: string }) {
  return (
    <SessionShell sessionId={sessionId} current="trash">
      {(session) => <Trash session={session} />}
    </SessionShell>
  );
}

function Trash({ session }: { session: SessionHeader }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const action = useFileAction(session.id);
  const [conflict, setConflict] = useState<TrashItem | null>(null);
  const trash = useQuery(
    trpc.trash.list.queryOptions({ org: slug, sessionId: session.id }, { refetchInterval: 10_000 }),
  );
  const empty = useMutation(
    trpc.trash.empty.mutationOptions({
      onSuccess: ({ count }) => {
        toast.success(`${formatCount(count, "thing")} will be deleted within a minute.`);
        void queryClient.invalidateQueries({
          queryKey: trpc.trash.list.queryKey({ org: slug, sessionId: session.id }),
        });
      },
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  const restore = (item: TrashItem, choice?: "keep_both" | "replace") =>
    action.run(
      {
        tool: "edit_file",
        input: {
          mode: "restore",
          path: item.originalPath,
          trash: item.id,
          ...(choice ? { conflict: choice } : {}),
        },
      },
      (answer) => {
        const receipt = resultOf(answer, "edit_file")?.receipt;
        if (receipt && "conflict" in receipt) return setConflict(item);
        const failure = failureOf(answer);
        if (failure !== null || !receipt) return void toast.error(failure ?? "It was not restored.");
        toast.success(`Restored ${receipt.path}.`);
      },
    );
  const canDrive = session.canDrive && !session.archivedAt;
  if (trash.isPending) return <SkeletonRows rows={6} />;
  if (!trash.data)
    return (
      <ErrorState
        title="The trash cannot be shown"
        message={errorText(trash.error)}
        onRetry={() => void trash.refetch()}
      />
    );
  const { items, totalBytes, totalCount, keptDays } = trash.data;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted-foreground">
            {totalCount === 0
              ? `What is deleted in this session stays here for ${keptDays} days.`
              : `${formatCount(totalCount, "thing")}, ${formatBytes(totalBytes)}. Each is deleted for good ${keptDays} days after it came here.`}
          </p>
          {canDrive && totalCount > 0 && (
            <EmptyDialog
              count={totalCount}
              bytes={totalBytes}
              onEmpty={() => empty.mutate({ org: slug, sessionId: session.id, itemIds: "all" })}
            />
          )}
        </div>
        {items.length === 0 ? (
          <EmptyState icon={<Trash2 />} title="Nothing deleted">
            <code className="font-mono">rm</code> and the file tools never delete: they move things here.
          </EmptyState>
        ) : (
          <Card className="overflow-hidden">
            <TrashTable
              items={items}
              workspace={session.workspace}
              action={action}
              canDrive={canDrive}
              onRestore={restore}
            />
          </Card>
        )}
      </Page>
      {conflict && (
        <ConflictDialog
          path={conflict.originalPath}
          onCancel={() => setConflict(null)}
          onChoose={(choice) => {
            setConflict(null);
            restore(conflict, choice);
          }}
        />
      )}
      <AwaitingDialog action={action} />
    </div>
  );
}

type TrashTableProps = {
  items: readonly TrashItem[];
  workspace: string;
  action: FileAction;
  canDrive: boolean;
  onRestore: (item: TrashItem) => void;
};

function TrashTable({ items, workspace, action, canDrive, onRestore }: TrashTableProps) {
  return (
    <Table label="Trash">
      <thead>
        <tr>
          <TableHead>Where it was</TableHead>
          <TableHead className="hidden text-right sm:table-cell">Size</TableHead>
          <TableHead className="hidden sm:table-cell">Deleted</TableHead>
          <TableHead className="hidden sm:table-cell">Left</TableHead>
          <TableHead>
            <span className="sr-only">Restore</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <TableRow key={item.id}>
            <TableCell>
              <span className="flex items-center gap-2">
                <KindIcon kind={item.kind} />
                <code className="font-mono text-xs [overflow-wrap:anywhere]">
                  <SeenText text={shownPath(item.originalPath, workspace)} />
                </code>
              </span>
              <span className="mt-1 grid text-xs text-muted-foreground sm:hidden">
                <span>
                  {formatBytes(item.bytes)},{" "}
                  {item.emptyRequested ? "being deleted" : `${daysLeft(item.emptiedOn)} left`}
                </span>
                <span>
                  <Deletion item={item} />
                </span>
              </span>
            </TableCell>
            <TableCell className="hidden text-right whitespace-nowrap tabular-nums sm:table-cell">
              {formatBytes(item.bytes)}
            </TableCell>
            <TableCell className="hidden whitespace-nowrap sm:table-cell">
              <Deletion item={item} />
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted-foreground sm:table-cell">
              {item.emptyRequested ? "being deleted" : daysLeft(item.emptiedOn)}
            </TableCell>
            <TableCell className="text-right">
              {canDrive && !item.emptyRequested && (
                <Button
                  size="sm"
                  disabled={action.busy}
                  aria-label={`Restore ${shownPath(item.originalPath, workspace)}`}
                  onClick={() => onRestore(item)}
                >
                  <RotateCcw aria-hidden /> Restore
                </Button>
              )}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function Deletion({ item }: { item: TrashItem }) {
  const { slug } = useOrg();
  return (
    <>
      <TimeText at={item.trashedAt} form="relative" />{" "}
      <span className="text-muted-foreground">
        by {item.by.member},{" "}
        <Link
          href={`/${slug}/audit/${item.by.toolCallId}`}
          className="underline decoration-input underline-offset-2 hover:decoration-current"
        >
          {item.by.program}
        </Link>
      </span>
    </>
  );
}

function shownPath(path: string, workspace: string): string {
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

function daysLeft(end: Date): string {
  const days = Math.ceil((end.getTime() - Date.now()) / 86_400_000);
  return days <= 0 ? "due now" : formatCount(days, "day");
}
