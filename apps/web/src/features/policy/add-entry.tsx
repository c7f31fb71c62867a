"use client";

import { listAt, withValue } from "@gatehouse/core/policy/document/at-path";
import type { PolicyField } from "@gatehouse/core/policy/document/fields";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import type { Draft } from "./use-draft.ts";

/** A new entry with its reason; what cannot be one is told at the field and never sent. */
export function AddEntry({ field, draft }: { field: PolicyField; draft: Draft }) {
  const { path, title, kind, example } = field;
  const [entry, setEntry] = useState("");
  const [words, setWords] = useState("");
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const isPattern = kind === "patterns";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = entry.trim();
    if (text === "") return setError("Name the entry.");
    const [binary = "", ...rest] = words.split(/\s+/).filter((word) => word !== "");
    const item = isPattern ? { name: text, binary, arguments: rest } : text;
    const next = withValue(draft.document, path, [...listAt(draft.document, path), item]);
    const problem = draft.save(
      next,
      reason.trim() === "" ? undefined : { [path]: { [text]: reason.trim() } },
    );
    setError(problem);
    if (problem !== null) return;
    setEntry("");
    setWords("");
    setReason("");
  };
  return (
    <form
      aria-label={`Add to ${title}`}
      noValidate
      onSubmit={submit}
      className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <Field
        label={<span className="sr-only">{isPattern ? "Name of the pattern" : "New entry"}</span>}
        error={error ?? undefined}
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            placeholder={isPattern ? "name, such as no force push" : (example ?? "entry")}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={entry}
            onChange={(event) => {
              setEntry(event.target.value);
              setError(null);
            }}
          />
        )}
      </Field>
      {isPattern && (
        <Field label={<span className="sr-only">Program and words</span>}>
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              placeholder="git push --force"
              autoComplete="off"
              spellCheck={false}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={<span className="sr-only">Why</span>} className={isPattern ? "sm:col-span-2" : ""}>
        {(control) => (
          <Input
            {...control}
            placeholder="why (else the reason of the publish)"
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" aria-label={`Add to ${title}`} disabled={draft.busy}>
        <Plus aria-hidden /> Add
      </Button>
    </form>
  );
}
