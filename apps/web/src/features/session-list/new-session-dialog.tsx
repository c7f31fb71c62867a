"use client";

import type { SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { LabelPicker } from "../host/label-picker.tsx";
import { useOrg } from "../shell/org-context.tsx";

type NewSessionDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function NewSessionDialog({ open, onOpenChange }: NewSessionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="New session"
        description="It gets a fresh, empty workspace on a host that is ready."
      >
        <NewSessionForm />
      </DialogContent>
    </Dialog>
  );
}

function NewSessionForm() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const router = useRouter();
  const [title, setTitle] = useState("");
  const [labels, setLabels] = useState<string[]>([]);
  const [mode, setMode] = useState<SessionMode>("safe");
  const create = useMutation(
    trpc.session.create.mutationOptions({
      onSuccess: ({ id }) => router.push(`/${slug}/sessions/${id}`),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = title.trim();
    create.mutate({
      org: slug,
      mode,
      ...(named === "" ? {} : { title: named }),
      ...(labels.length === 0 ? {} : { labels }),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Title" hint="What the session is for. It can be changed later.">
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={120}
            placeholder="New session"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <RadioCards
        legend="Mode"
        value={mode}
        onValueChange={setMode}
        options={[
          { value: "safe", label: "Safe", text: "Reading runs at once; everything else asks first." },
          {
            value: "auto",
            label: "Auto",
            text: "Runs in the sandbox without asking. Network, secrets and paths outside still ask.",
          },
        ]}
      />
      <LabelPicker value={labels} onValueChange={setLabels} />
      {create.isError && <Notice kind="danger" role="alert" title={errorText(create.error)} />}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={create.isPending || create.isSuccess}>
          {create.isPending ? "Making…" : "Make session"}
        </Button>
      </DialogActions>
    </form>
  );
}
