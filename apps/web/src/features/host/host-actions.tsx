"use client";

import { useState } from "react";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { LabelsDialog } from "./labels-dialog.tsx";
import { RemoveHostDialog } from "./remove-host-dialog.tsx";
import { useHostAction } from "./use-host-action.ts";

type Host = {
  id: string;
  name: string;
  intent: string;
  labels: readonly string[];
  running: number;
  queued: number;
};

/** What an admin may do with a host. Each says what it does before it does it. */
export function HostActions({ host }: { host: Host }) {
  const [asking, setAsking] = useState<"drain" | "labels" | "remove" | null>(null);
  const { setIntent, remove, busy } = useHostAction(host);
  const close = (open: boolean) => setAsking(open ? asking : null);
  return (
    <div className="flex flex-wrap gap-2">
      {host.intent === "ok" ? (
        <Button size="sm" disabled={busy} onClick={() => setIntent("cordoned")}>
          Cordon
        </Button>
      ) : (
        <Button size="sm" disabled={busy} onClick={() => setIntent("ok")}>
          Take work again
        </Button>
      )}
      {host.intent !== "draining" && (
        <Button size="sm" disabled={busy} onClick={() => setAsking("drain")}>
          Drain…
        </Button>
      )}
      <Button size="sm" aria-haspopup="dialog" onClick={() => setAsking("labels")}>
        Labels…
      </Button>
      <Button size="sm" variant="danger-quiet" disabled={busy} onClick={() => setAsking("remove")}>
        Remove…
      </Button>
      <AlertDialog open={asking === "drain"} onOpenChange={close}>
        <AlertDialogContent
          title={`Drain ${host.name}?`}
          description={`It takes nothing new. What runs (${host.running}) goes on to its end; what waits (${host.queued}) keeps its place until the host takes work again. Nothing is lost.`}
        >
          <DialogActions>
            <AlertDialogCancel asChild>
              <Button>Leave it</Button>
            </AlertDialogCancel>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(null);
                setIntent("draining");
              }}
            >
              Drain
            </Button>
          </DialogActions>
        </AlertDialogContent>
      </AlertDialog>
      <LabelsDialog host={host} open={asking === "labels"} onOpenChange={close} />
      <RemoveHostDialog
        host={host}
        open={asking === "remove"}
        onOpenChange={close}
        onRemove={(lose) => {
          setAsking(null);
          remove(lose);
        }}
      />
    </div>
  );
}
