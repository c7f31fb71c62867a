"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { PasskeyName } from "./passkey-name.tsx";
import { useRefreshSecurity } from "./use-refresh-security.ts";

type RenameFormProps = { passkey: { id: string; name: string }; onDone: () => void };

export function RenamePasskeyDialog({ passkey, onDone }: RenameFormProps) {
  return (
    <Dialog open onOpenChange={onDone}>
      <DialogContent title="Rename the passkey">
        <RenameForm passkey={passkey} onDone={onDone} />
      </DialogContent>
    </Dialog>
  );
}

function RenameForm({ passkey, onDone }: RenameFormProps) {
  const trpc = useTRPC();
  const [name, setName] = useState(passkey.name);
  const refresh = useRefreshSecurity();
  const rename = useMutation(
    trpc.me.renamePasskey.mutationOptions({ onSuccess: onDone, onSettled: refresh }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") rename.mutate({ id: passkey.id, name: name.trim() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <PasskeyName
        value={name}
        onChange={setName}
        error={rename.isError ? errorText(rename.error) : undefined}
      />
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={name.trim() === "" || rename.isPending}>
          Rename
        </Button>
      </DialogActions>
    </form>
  );
}
