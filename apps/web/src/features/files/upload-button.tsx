"use client";

import { Upload as UploadIcon } from "lucide-react";
import { useRef } from "react";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import type { Upload } from "./use-upload.ts";

export function UploadButton({ upload, busy }: { upload: Upload; busy: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          upload.send([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button size="sm" disabled={busy} onClick={() => picker.current?.click()}>
        <UploadIcon aria-hidden /> Upload
      </Button>
      <AlertDialog open={upload.taken.length > 0} onOpenChange={(open) => !open && upload.skip()}>
        <AlertDialogContent
          title={upload.taken.length === 1 ? "This name is taken" : "These names are taken"}
          description="Replacing keeps what is there now as an earlier version of the file."
        >
          <ul className="list-disc pl-5 font-mono text-sm">
            {upload.taken.map(({ path }) => (
              <li key={path} className="[overflow-wrap:anywhere]">
                {path}
              </li>
            ))}
          </ul>
          <DialogActions>
            <AlertDialogCancel asChild>
              <Button>Leave them</Button>
            </AlertDialogCancel>
            <Button variant="primary" onClick={upload.replace}>
              Replace
            </Button>
          </DialogActions>
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}
