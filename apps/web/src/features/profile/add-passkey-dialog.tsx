"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useTRPCClient } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { canCreatePasskeys, createPasskey } from "./create-passkey.ts";
import { FreshProof, isProofError, type ProofKind, proofOf } from "./fresh-proof.tsx";
import { PasskeyName } from "./passkey-name.tsx";
import { useRefreshSecurity } from "./use-refresh-security.ts";

type AddPasskeyDialogProps = { proof: ProofKind; open: boolean; onOpenChange: (open: boolean) => void };

export function AddPasskeyDialog({ proof, open, onOpenChange }: AddPasskeyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add a passkey"
        description="The browser then asks where to keep it: on this device, on a phone, or on a security key."
      >
        {canCreatePasskeys() ? (
          <AddForm proof={proof} onDone={() => onOpenChange(false)} />
        ) : (
          <Notice kind="warning" title="This browser has no passkeys here.">
            Open Gatehouse in a current browser, over https or on localhost.
          </Notice>
        )}
      </DialogContent>
    </Dialog>
  );
}

function AddForm({ proof, onDone }: { proof: ProofKind; onDone: () => void }) {
  const client = useTRPCClient();
  const refresh = useRefreshSecurity();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const add = useMutation({
    mutationFn: async () => {
      const { challengeId, options } = await client.me.passkeyOptions.mutate(proofOf(proof, value));
      // A code counts once: the next attempt takes the next one.
      if (proof === "code") setValue("");
      const created = await createPasskey(options);
      if ("failure" in created) return created;
      await client.me.addPasskey.mutate({ challengeId, name: name.trim(), response: created.response });
      return { failure: null };
    },
    onSuccess: ({ failure }) => {
      if (failure !== null) return;
      toast.success("Passkey added.");
      onDone();
      return refresh();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const failure = add.data?.failure ?? (add.isError ? errorText(add.error) : null);
  const incomplete = name.trim() === "" || (proof !== null && value === "");
  return (
    <form onSubmit={submit} className="grid gap-4">
      <PasskeyName value={name} onChange={setName} hint="To know it in the list, such as: work laptop." />
      <FreshProof kind={proof} value={value} onChange={setValue} error={add.error} />
      {failure !== null && !isProofError(proof, add.error) && (
        <Notice kind="danger" role="alert" title={failure} />
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={incomplete || add.isPending}>
          {add.isPending ? "Waiting for the passkey…" : "Add the passkey"}
        </Button>
      </DialogActions>
    </form>
  );
}
