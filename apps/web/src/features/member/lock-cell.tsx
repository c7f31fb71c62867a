"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { useOrg } from "../shell/org-context.tsx";

type LockCellProps = { member: Outputs["member"]["list"][number] };

export function LockCell({ member }: LockCellProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const after = (sentence: string) => ({
    onSuccess: () => void toast.success(sentence),
    onError: (error: unknown) => void toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.member.list.queryKey({ org: slug }) }),
  });
  const lock = useMutation(
    trpc.member.lock.mutationOptions(after(`${member.name} is locked; nothing of theirs runs any more.`)),
  );
  const unlock = useMutation(
    trpc.member.unlock.mutationOptions(after(`${member.name} is unlocked and may sign in again.`)),
  );
  const of = { org: slug, memberId: member.id };
  if (member.lockedAt) {
    return (
      <Button
        size="sm"
        aria-label={`Unlock ${member.name}`}
        disabled={unlock.isPending}
        onClick={() => unlock.mutate(of)}
      >
        Unlock
      </Button>
    );
  }
  return (
    <>
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Lock ${member.name}`}
        disabled={lock.isPending}
        onClick={() => setAsking(true)}
      >
        Lock…
      </Button>
      <AlertDialog open={asking} onOpenChange={setAsking}>
        <AlertDialogContent
          title={`Lock ${member.name} now?`}
          description="They are shut out at once, until an admin unlocks them. This is on the record."
        >
          <ul className="list-disc space-y-1 pl-5 text-sm">
            <li>Their logins end, in every browser.</li>
            <li>Their API tokens are revoked for good.</li>
            <li>Their running commands are stopped and what waits is taken back.</li>
            <li>Turns of an agent on their behalf end.</li>
          </ul>
          <DialogActions>
            <AlertDialogCancel asChild>
              <Button>Not now</Button>
            </AlertDialogCancel>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                lock.mutate(of);
              }}
            >
              Lock {member.name}
            </Button>
          </DialogActions>
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}
