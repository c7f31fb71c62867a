"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type ReasonDialogProps = {
  /** the entry to remove; null closes the dialog */
  name: string | null;
  busy: boolean;
  onClose: () => void;
  onSubmit: (name: string, reason: string) => void;
};

export function ReasonDialog({ name, busy, onClose, onSubmit }: ReasonDialogProps) {
  return (
    <Dialog
      open={name !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {name !== null && (
        <DialogContent
          title={`Stop denying ${name}?`}
          description="A new version is published. Calls that name it are then decided by the other rules."
        >
          <ReasonForm name={name} busy={busy} onSubmit={onSubmit} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function ReasonForm({
  name,
  busy,
  onSubmit,
}: {
  name: string;
  busy: boolean;
  onSubmit: ReasonDialogProps["onSubmit"];
}) {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") onSubmit(name, reason.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Reason" hint="Stands in the history of the policy and in the audit record.">
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="danger" disabled={busy || reason.trim() === ""}>
          {busy ? "Publishing…" : "Remove and publish"}
        </Button>
      </DialogActions>
    </form>
  );
}
