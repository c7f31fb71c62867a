"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type DenyFormProps = { busy: boolean; onDeny: (reason: string) => void; onBack: () => void };

export function DenyForm({ busy, onDeny, onBack }: DenyFormProps) {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDeny(reason.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-2 pl-6.5">
      <Field label="Why not" hint="The asker reads this with the refusal. It may be empty.">
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onBack();
            }}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="danger" disabled={busy}>
          Deny
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </form>
  );
}
