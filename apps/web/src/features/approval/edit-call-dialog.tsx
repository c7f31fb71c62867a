"use client";

import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ArgvEditor } from "../argv/argv-editor.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { useEdit } from "./use-edit.ts";

type Approval = NonNullable<ToolCallView["approval"]>;
type EditCallProps = {
  approval: Approval;
  input: RunCommandInput;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Other arguments instead of an answer: the new call is decided anew, and this one ends. */
export function EditCallDialog({ approval, input, open, onOpenChange }: EditCallProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Change the arguments"
        description="The call with your arguments is decided anew and asked for in your name. This one ends, and its asker is told."
      >
        <EditForm approval={approval} input={input} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function EditForm({
  approval,
  input,
  onDone,
}: Omit<EditCallProps, "open" | "onOpenChange"> & { onDone: () => void }) {
  const { slug } = useOrg();
  const [argv, setArgv] = useState(input.argv);
  const [network, setNetwork] = useState(input.network === true);
  const edit = useEdit();
  const next: RunCommandInput = {
    argv,
    ...(network ? { network } : {}),
    ...(input.write_paths === undefined ? {} : { write_paths: input.write_paths }),
    ...(input.sandbox === undefined ? {} : { sandbox: input.sandbox }),
  };
  const same =
    network === (input.network === true) &&
    argv.length === input.argv.length &&
    argv.every((word, at) => word === input.argv[at]);
  const send = () =>
    edit.mutate(
      { org: slug, approvalId: approval.id, shown: approval.shown, input: next },
      { onSuccess: onDone },
    );
  return (
    <div className="grid gap-4">
      <ArgvEditor argv={argv} onChange={setArgv} />
      <label className="flex items-center gap-2 text-sm">
        <Switch checked={network} onCheckedChange={setNetwork} /> Network for this call
      </label>
      {edit.isError && (
        <p role="alert" className="text-sm text-danger">
          {errorText(edit.error)}
        </p>
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Back</Button>
        </DialogClose>
        <Button variant="primary" disabled={same || argv[0] === "" || edit.isPending} onClick={send}>
          {edit.isPending ? "Asking…" : "Ask for this instead"}
        </Button>
      </DialogActions>
    </div>
  );
}
