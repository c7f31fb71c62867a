"use client";

import { isHostLabel, mostLabels } from "@gatehouse/core/host-state";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { readLabels } from "./read-labels.ts";

type Host = { id: string; name: string; labels: readonly string[] };
type LabelsDialogProps = { host: Host; open: boolean; onOpenChange: (open: boolean) => void };

export function LabelsDialog({ host, open, onOpenChange }: LabelsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Labels of ${host.name}`}
        description="Words that a new session may ask for in its host. Sessions that are on it already stay. This is on the record."
      >
        <LabelsForm host={host} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function LabelsForm({ host, onDone }: { host: Host; onDone: () => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [text, setText] = useState(host.labels.join(" "));
  const save = useMutation(
    trpc.host.setLabels.mutationOptions({
      onSuccess: () => {
        toast.success(`The labels of ${host.name} are changed`);
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.host.pathKey() }),
    }),
  );
  const labels = readLabels(text);
  const problem = labelProblem(labels) ?? (save.isError ? errorText(save.error) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (labelProblem(labels) === undefined) save.mutate({ org: slug, id: host.id, labels });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Labels"
        hint="Separated by blanks or commas, such as gpu region=eu. Empty: none."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? "Saving…" : "Save"}
        </Button>
      </DialogActions>
    </form>
  );
}

function labelProblem(labels: readonly string[]): string | undefined {
  const bad = labels.find((label) => !isHostLabel(label));
  if (bad !== undefined)
    return `"${bad}" is no label: up to 63 small letters, digits and . _ = / -, beginning with a letter or digit.`;
  return labels.length > mostLabels ? `A host has at most ${mostLabels} labels.` : undefined;
}
