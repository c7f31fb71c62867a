"use client";

import { valueAt, withValue } from "@gatehouse/core/policy/document/at-path";
import type { PolicyField } from "@gatehouse/core/policy/document/fields";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Draft } from "./use-draft.ts";

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ") || "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === "" ? "empty" : String(value);
}

function boundsOf({ fallback, min, max, unit }: PolicyField): string {
  const range =
    min !== undefined && max !== undefined
      ? `, from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`
      : min !== undefined
        ? `, at least ${min.toLocaleString("en")}`
        : "";
  return `Default ${shown(fallback)}${unit === undefined || typeof fallback !== "number" ? "" : ` ${unit}`}${range}.`;
}

/** A limit, a switch or a choice with its sentence, default and bounds. */
export function ScalarField({ field, draft }: { field: PolicyField; draft: Draft }) {
  const { path, title, sentence, fallback } = field;
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const set = valueAt(draft.document, path);
  const value = set ?? fallback;
  const keep = (next: unknown) => setError(draft.save(withValue(draft.document, path, next)));
  return (
    <div className="grid items-start gap-2 border-b px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(12rem,auto)] sm:gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          {title} <code className="font-mono text-xs font-normal text-muted-foreground">{path}</code>
        </label>
        <p id={`${id}-note`} className="text-sm text-muted-foreground">
          {sentence} {boundsOf(field)}
        </p>
        {error !== null && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        <Control key={JSON.stringify(value)} {...{ id, field, value, keep, busy: draft.busy }} />
        {set !== undefined && (
          <Button variant="quiet" size="sm" disabled={draft.busy} onClick={() => keep(undefined)}>
            Use the default
          </Button>
        )}
      </div>
    </div>
  );
}

type ControlProps = {
  id: string;
  field: PolicyField;
  value: unknown;
  keep: (next: unknown) => void;
  busy: boolean;
};

function Control({ id, field, value, keep, busy }: ControlProps) {
  const { kind, title, choices = [], unit } = field;
  const [text, setText] = useState(String(value));
  if (kind === "switch")
    return (
      <Switch id={id} aria-label={title} checked={value === true} disabled={busy} onCheckedChange={keep} />
    );
  if (kind === "choice")
    return (
      <Segmented
        aria-label={title}
        value={String(value)}
        disabled={busy}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
        onValueChange={keep}
      />
    );
  if (kind === "roles") {
    const chosen = Array.isArray(value) ? value.map(String) : [];
    return (
      <fieldset id={id} className="flex flex-wrap gap-3">
        <legend className="sr-only">{title}</legend>
        {choices.map((choice) => (
          <label key={choice} className="inline-flex min-h-6 items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              disabled={busy}
              onChange={(event) =>
                keep(choices.filter((one) => (one === choice ? event.target.checked : chosen.includes(one))))
              }
            />
            {choice}
          </label>
        ))}
      </fieldset>
    );
  }
  const isNumber = kind === "number";
  const commit = () => {
    if (text.trim() === String(value)) return;
    keep(isNumber ? (text.trim() === "" ? undefined : Number(text)) : text.trim());
  };
  return (
    <span className="inline-flex items-center gap-2">
      <Input
        id={id}
        aria-describedby={`${id}-note`}
        inputMode={isNumber ? "numeric" : "text"}
        className={isNumber ? "w-28 text-right tabular-nums" : "w-64"}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
      {unit !== undefined && <span className="w-14 text-xs text-muted-foreground">{unit}</span>}
    </span>
  );
}
