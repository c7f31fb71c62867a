"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";

type RemoveHostDialogProps = {
  host: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemove: (lose: boolean) => void;
};

export function RemoveHostDialog({ host, open, onOpenChange, onRemove }: RemoveHostDialogProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent
        title={`Remove ${host.name}?`}
        description="Its worker may not come back; the machine can join again as a new host. This is on the record."
      >
        {open && <Losses host={host} onRemove={onRemove} />}
      </AlertDialogContent>
    </AlertDialog>
  );
}

function Losses({ host, onRemove }: Pick<RemoveHostDialogProps, "host" | "onRemove">) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const [lose, setLose] = useState(false);
  const losses = useQuery(trpc.host.losses.queryOptions({ org: slug, id: host.id }, { staleTime: 0 }));
  const { data } = losses;
  const costs = data !== undefined && data.sessions + data.waiting > 0;
  const blocked = data === undefined || data.running > 0 || (costs && !lose);
  return (
    <div className="grid gap-4">
      {data === undefined ? (
        <Skeleton className="h-16" />
      ) : data.running > 0 ? (
        <Notice kind="warning" title={`Still running here: ${data.running}`}>
          Drain the host and wait, or cancel what runs, before it can be removed.
        </Notice>
      ) : costs ? (
        <>
          <Notice kind="danger" title="What is lost">
            The files of open sessions: {data.sessions}. Calls that wait and will be refused: {data.waiting}.
            Homes of members on this host: {data.homes}. The records stay readable.
          </Notice>
          <label className="flex items-start gap-2 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-primary"
              checked={lose}
              onChange={(event) => setLose(event.target.checked)}
            />
            These may be lost.
          </label>
        </>
      ) : (
        <p className="text-sm">No open session has files on it.</p>
      )}
      <DialogActions>
        <AlertDialogCancel asChild>
          <Button>Keep the host</Button>
        </AlertDialogCancel>
        <Button variant="danger" disabled={blocked} onClick={() => onRemove(lose)}>
          Remove
        </Button>
      </DialogActions>
    </div>
  );
}
