"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { formatBytes, formatCount } from "../../ui/format-bytes.ts";

type EmptyDialogProps = { count: number; bytes: number; onEmpty: () => void };

export function EmptyDialog({ count, bytes, onEmpty }: EmptyDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="danger-quiet" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Empty the trash
      </Button>
      <AlertDialog open={open} onOpenChange={setOpen}>
        <AlertDialogContent
          title="Delete everything in the trash?"
          description={`${formatCount(count, "thing")}, ${formatBytes(bytes)}. They cannot be brought back afterwards.`}
        >
          <DialogActions>
            <AlertDialogCancel asChild>
              <Button>Keep them</Button>
            </AlertDialogCancel>
            <Button
              variant="danger"
              onClick={() => {
                setOpen(false);
                onEmpty();
              }}
            >
              Delete for good
            </Button>
          </DialogActions>
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}
