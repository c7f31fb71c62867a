"use client";

import type { TryInput } from "@gatehouse/core/policy/cases/policy-case";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useOrg } from "../shell/org-context.tsx";

type SaveCaseProps = { call: TryInput; answer: Outputs["policy"]["tryCall"] };

/** Keeps the verdict and its rule as what every version to come must say. */
export function SaveCaseForm({ call, answer }: SaveCaseProps) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [replace, setReplace] = useState(false);
  const save = useMutation(
    trpc.policy.saveCase.mutationOptions({
      onSuccess: () => {
        toast.success("Kept. It must pass before a version is published.");
        setName("");
        setReplace(false);
      },
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.policy.pathKey() }),
    }),
  );
  const rule = answer.explanation.findings[0]?.rule;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expect = { verdict: answer.word, ...(rule === undefined ? {} : { rule }) };
    save.mutate({ org, item: { name: name.trim(), ...call, expect }, replace });
  };
  return (
    <form
      aria-label="New test case"
      onSubmit={submit}
      className="flex flex-wrap items-end gap-x-3 gap-y-2 border-t px-4 py-3"
    >
      <Field label="Save as a test case" className="min-w-56 flex-1">
        {(control) => (
          <Input
            {...control}
            placeholder="its name, such as no downloads into a shell"
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <label className="inline-flex h-8 items-center gap-1.5 text-sm">
        <input type="checkbox" checked={replace} onChange={(event) => setReplace(event.target.checked)} />
        replace the one of this name
      </label>
      <Button type="submit" disabled={save.isPending || name.trim() === ""}>
        Expect {answer.word}
        {rule !== undefined && ` by ${rule}`}
      </Button>
    </form>
  );
}
