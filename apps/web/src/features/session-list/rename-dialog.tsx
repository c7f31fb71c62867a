"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type RenameDialogProps = {
  org: string;
  session: { id: string; title: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RenameDialog({ org, session, open, onOpenChange }: RenameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Rename the session">
        <RenameForm org={org} session={session} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

type RenameFormProps = Pick<RenameDialogProps, "org" | "session"> & { onDone: () => void };

function RenameForm({ org, session, onDone }: RenameFormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [title, setTitle] = useState(session.title);
  const rename = useMutation(
    trpc.session.rename.mutationOptions({
      onSuccess: onDone,
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() }),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== "") rename.mutate({ org, id: session.id, title: title.trim() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Title" error={rename.isError ? errorText(rename.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={120}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={title.trim() === "" || rename.isPending}>
          Rename
        </Button>
      </DialogActions>
    </form>
  );
}
