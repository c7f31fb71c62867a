"use client";

import { useTRPCClient } from "../../trpc/client.ts";
import { AlertDialog, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { ArgvView } from "../argv/argv-view.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { StepUpForm } from "../step-up/step-up-form.tsx";
import { callArgv } from "../tool-call/call-argv.ts";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import type { Standing } from "./ladder-dialog.tsx";
import { useAnswer } from "./use-answer.ts";

type StepUpDialogProps = {
  call: ToolCallView;
  approval: NonNullable<ToolCallView["approval"]>;
  grants: Standing[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Proof that it is the person, for exactly this call. */
export function StepUpDialog({ call, approval, grants, open, onOpenChange }: StepUpDialogProps) {
  const { slug } = useOrg();
  const client = useTRPCClient();
  const answer = useAnswer();
  const of = { org: slug, approvalId: approval.id, shown: approval.shown };
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent
        title="Prove that it is you"
        description="For this one call alone. The proof is used once and recorded."
      >
        <StepUpForm
          action="Confirm and run once"
          isPending={answer.isPending}
          error={answer.error}
          passkeyOptions={() => client.approval.passkeyOptions.mutate(of)}
          onProof={(proof) =>
            answer.mutate(
              { ...of, answer: "approve", ...proof, grants },
              { onSuccess: () => onOpenChange(false) },
            )
          }
        >
          <div className="grid gap-1.5 rounded-md border bg-muted/50 p-2.5">
            <ArgvView argv={callArgv(call)} full />
            <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
              Digest <code className="font-mono">{call.inputDigest.slice(0, 16)}</code>
            </p>
          </div>
        </StepUpForm>
      </AlertDialogContent>
    </AlertDialog>
  );
}
