"use client";

import { type FormEvent, useState } from "react";
import { isApiError } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { ArgvView } from "../argv/argv-view.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { callArgv } from "../tool-call/call-argv.ts";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import type { Standing } from "./ladder-dialog.tsx";
import { useAnswer } from "./use-answer.ts";

type Approval = NonNullable<ToolCallView["approval"]>;
type StepUpDialogProps = {
  call: ToolCallView;
  approval: Approval;
  grants: Standing[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Proof of the password again, for exactly this call. */
export function StepUpDialog({ call, approval, grants, open, onOpenChange }: StepUpDialogProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent
        title="Confirm with your password"
        description="This proves that it is you, for this one call. The proof is used once and recorded."
      >
        <StepUpForm call={call} approval={approval} grants={grants} onDone={() => onOpenChange(false)} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** The server's sentence, with the attempts that are left when it says so. */
function wrongPassword(error: unknown): string {
  const left = isApiError(error) ? error.data?.details["attemptsLeft"] : undefined;
  const more = typeof left === "number" ? ` ${formatCount(left, "attempt")} left.` : "";
  return `${errorText(error)}${more}`;
}

function StepUpForm({
  call,
  approval,
  grants,
  onDone,
}: {
  call: ToolCallView;
  approval: Approval;
  grants: Standing[];
  onDone: () => void;
}) {
  const { slug, user } = useOrg();
  const [password, setPassword] = useState("");
  const answer = useAnswer();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate(
      { org: slug, approvalId: approval.id, shown: approval.shown, answer: "approve", password, grants },
      { onSuccess: onDone },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-1.5 rounded-md border bg-muted/50 p-2.5">
        <ArgvView argv={callArgv(call)} full />
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          Digest <code className="font-mono">{call.inputDigest.slice(0, 16)}</code>
        </p>
      </div>
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Password" error={answer.isError ? wrongPassword(answer.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            className="h-9"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <AlertDialogCancel asChild>
          <Button>Not now</Button>
        </AlertDialogCancel>
        <Button type="submit" variant="primary" disabled={password === "" || answer.isPending}>
          {answer.isPending ? "Checking…" : "Confirm and run once"}
        </Button>
      </DialogActions>
    </form>
  );
}
