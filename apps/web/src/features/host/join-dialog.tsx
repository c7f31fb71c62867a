"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { readLabels } from "./read-labels.ts";

type Made = Outputs["host"]["createJoinToken"];

export function JoinDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Join another host"
        description="A machine of its own that runs commands. It needs the two databases' addresses and a token; nothing is shared on disk."
      >
        <JoinBody />
      </DialogContent>
    </Dialog>
  );
}

function JoinBody() {
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? <JoinForm onMade={setMade} /> : <JoinCommand made={made} />;
}

function JoinForm({ onMade }: { onMade: (made: Made) => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [labels, setLabels] = useState("");
  const create = useMutation(
    trpc.host.createJoinToken.mutationOptions({
      onSuccess: onMade,
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.host.pathKey() }),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ org: slug, labels: readLabels(labels) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Labels" hint="Words that a session may ask for, such as gpu region=eu. May stay empty.">
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            value={labels}
            onChange={(event) => setLabels(event.target.value)}
          />
        )}
      </Field>
      {create.isError && <Notice kind="danger" role="alert" title={errorText(create.error)} />}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={create.isPending}>
          {create.isPending ? "Making the token…" : "Make a join token"}
        </Button>
      </DialogActions>
    </form>
  );
}

function JoinCommand({ made }: { made: Made }) {
  const line = `DATABASE_URL=… REDIS_URL=… GATEHOUSE_JOIN_TOKEN=${made.token} npm run worker`;
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        In a checkout of the same release on the other machine, with the addresses that this web server has,
        as that machine reaches them:
      </p>
      <div className="flex items-start gap-1 rounded border bg-code pl-3 font-mono text-xs">
        <code className="min-w-0 flex-1 py-2 [overflow-wrap:anywhere]">{line}</code>
        <CopyButton text={line} label="Copy the command" className="size-8" />
      </div>
      <p className="text-sm text-muted-foreground">
        The token works once, until <TimeText at={made.expiresAt} />, and is shown only now.
      </p>
      <DialogActions>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogActions>
    </div>
  );
}
