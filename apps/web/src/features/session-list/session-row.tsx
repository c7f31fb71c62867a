"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, LoaderCircle, MoreHorizontal, Pencil, ShieldQuestion } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import type { SessionItem } from "../session/session-header-view.ts";
import { HostStateBadge } from "../host/host-state-badge.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

type SessionRowProps = { org: string; session: SessionItem; changes: boolean };

export function SessionRow({ org, session, changes }: SessionRowProps) {
  const command = session.lastCommand === null ? null : argvToLine(session.lastCommand);
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-muted/40">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`/${org}/sessions/${session.id}`}
            className="min-w-0 truncate text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {session.title}
          </Link>
          {session.awaiting > 0 && (
            <Badge tone="warning">
              <ShieldQuestion aria-hidden /> {session.awaiting} waiting
            </Badge>
          )}
          {session.running > 0 && (
            <Badge tone="info">
              <LoaderCircle aria-hidden className="animate-spin" /> {session.running} running
            </Badge>
          )}
          {session.host.state !== "ok" && <HostStateBadge state={session.host.state} prefix="Host " />}
        </div>
        <p className="truncate text-xs text-muted-foreground">
          {command === null ? "Nothing has run yet" : <code className="font-mono">{command}</code>}
        </p>
      </div>
      <div className="hidden shrink-0 justify-items-end gap-0.5 text-xs text-muted-foreground sm:grid">
        <span>{session.owner.name}</span>
        <span>
          {session.mode} · {session.host.name}
        </span>
      </div>
      <TimeText
        at={session.lastUsedAt}
        form="relative"
        className="w-24 shrink-0 text-right text-xs text-muted-foreground"
      />
      {changes && <RowMenu org={org} session={session} />}
    </li>
  );
}

function RowMenu({ org, session }: { org: string; session: SessionItem }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [renaming, setRenaming] = useState(false);
  const archived = session.archivedAt !== null;
  const archive = useMutation(
    trpc.session.archive.mutationOptions({
      onSuccess: () => toast.success(archived ? "The session is active again." : "The session is archived."),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() }),
    }),
  );
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="quiet"
            size="icon-sm"
            className="relative z-10"
            aria-label={`More for ${session.title}`}
          >
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setRenaming(true)}>
            <Pencil aria-hidden /> Rename…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => archive.mutate({ org, id: session.id, archived: !archived })}>
            {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            {archived ? "Bring back" : "Archive"}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <RenameDialog org={org} session={session} open={renaming} onOpenChange={setRenaming} />
    </>
  );
}
