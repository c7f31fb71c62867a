"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FreshProof, isProofError, type ProofKind, proofOf } from "./fresh-proof.tsx";
import { useRefreshSecurity } from "./use-refresh-security.ts";

type RemoveFormProps = { passkey: { id: string; name: string }; proof: ProofKind; onDone: () => void };

export function RemovePasskeyDialog({ passkey, proof, onDone }: RemoveFormProps) {
  return (
    <AlertDialog open onOpenChange={onDone}>
      <AlertDialogContent
        className="[overflow-wrap:anywhere]"
        title={`Remove ${passkey.name}?`}
        description="It opens your account no longer. The device keeps its copy until you delete it there."
      >
        <RemoveForm passkey={passkey} proof={proof} onDone={onDone} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

function RemoveForm({ passkey, proof, onDone }: RemoveFormProps) {
  const trpc = useTRPC();
  const [value, setValue] = useState("");
  const refresh = useRefreshSecurity();
  const remove = useMutation(
    trpc.me.removePasskey.mutationOptions({
      onSuccess: () => {
        toast.success("Passkey removed.");
        onDone();
      },
      onSettled: refresh,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate({ id: passkey.id, ...proofOf(proof, value) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FreshProof kind={proof} value={value} onChange={setValue} error={remove.error} />
      {remove.isError && !isProofError(proof, remove.error) && (
        <Notice kind="danger" role="alert" title={errorText(remove.error)} />
      )}
      <DialogActions>
        <AlertDialogCancel asChild>
          <Button>Keep it</Button>
        </AlertDialogCancel>
        <Button
          type="submit"
          variant="danger"
          disabled={(proof !== null && value === "") || remove.isPending}
        >
          Remove
        </Button>
      </DialogActions>
    </form>
  );
}
