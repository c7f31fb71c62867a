"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { AlertDialog, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { useOrg } from "../shell/org-context.tsx";
import { StepUpForm } from "../step-up/step-up-form.tsx";

type Member = Outputs["member"]["list"][number];

/** What a member signs in with beside the password, and the way back for one who lost it. */
export function SecondFactorCell({ member }: { member: Member }) {
  const { memberId } = useOrg();
  const [asking, setAsking] = useState(false);
  if (member.secondFactor === null) return null;
  const { totp, passkeys, required } = member.secondFactor;
  const has = totp || passkeys > 0;
  return (
    <div className="flex items-center gap-2 whitespace-nowrap">
      {totp && <Badge>app</Badge>}
      {passkeys > 0 && <Badge>{formatCount(passkeys, "passkey")}</Badge>}
      {!has && (required ? <Badge tone="warning">to set up</Badge> : <span>none</span>)}
      {has && member.id !== memberId && (
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Reset the second factor of ${member.name}`}
          onClick={() => setAsking(true)}
        >
          Reset…
        </Button>
      )}
      {asking && <ResetDialog member={member} onDone={() => setAsking(false)} />}
    </div>
  );
}

function ResetDialog({ member, onDone }: { member: Member; onDone: () => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const of = { org: slug, memberId: member.id };
  const reset = useMutation(
    trpc.member.resetSecondFactor.mutationOptions({
      onSuccess: () => {
        toast.success(`${member.name} signs in with the password alone and sets up a new second factor.`);
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.member.list.queryKey({ org: slug }) }),
    }),
  );
  return (
    <AlertDialog open onOpenChange={onDone}>
      <AlertDialogContent
        className="[overflow-wrap:anywhere]"
        title={`Reset the second factor of ${member.name}?`}
        description="For somebody who lost their phone or key. Make sure that it is they who ask."
      >
        <StepUpForm
          action="Reset it"
          danger
          isPending={reset.isPending}
          error={reset.error}
          passkeyOptions={() => client.member.resetPasskeyOptions.mutate(of)}
          onProof={(proof) => reset.mutate({ ...of, ...proof })}
        >
          <ul className="list-disc space-y-1 pl-5 text-sm">
            <li>Their authenticator app, recovery codes and passkeys count no longer.</li>
            <li>Their logins end, in every browser.</li>
            <li>They are told that it was you, and it is on the record.</li>
          </ul>
        </StepUpForm>
      </AlertDialogContent>
    </AlertDialog>
  );
}
