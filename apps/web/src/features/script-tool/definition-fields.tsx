"use client";

import { interpreters } from "@gatehouse/core/script-tool/definition";
import type { ChangeEvent } from "react";
import { cn } from "../../ui/cn.ts";
import { Field } from "../../ui/field.tsx";
import { Input, inputClass } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { ReadForm, ToolForm } from "./tool-form.ts";

type DefinitionFieldsProps = {
  form: ToolForm;
  isNew: boolean;
  disabled: boolean;
  problems: Extract<ReadForm, { ok: false }>["problems"];
  onChange: (form: ToolForm) => void;
};

const interpreterText = { bash: "bash", python3: "Python 3", node: "Node (CommonJS)" } as const;
const areaClass = cn(inputClass, "py-1.5 font-mono text-xs leading-5");

export function DefinitionFields({ form, isNew, disabled, problems, onChange }: DefinitionFieldsProps) {
  const set = <Key extends keyof ToolForm>(key: Key, value: ToolForm[Key]) =>
    onChange({ ...form, [key]: value });
  const typed = (key: "name" | "description" | "schema" | "code" | "timeout") => ({
    value: form[key],
    disabled,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(key, event.target.value),
  });
  return (
    <div className="grid gap-4">
      {isNew && (
        <Field label="Name" error={problems.name} hint="How agents call it. It cannot be changed later.">
          {(control) => (
            <div className="flex items-center gap-1.5">
              <span className="font-mono text-sm text-muted-foreground">script_</span>
              <Input {...control} {...typed("name")} maxLength={48} className="font-mono" />
            </div>
          )}
        </Field>
      )}
      <Field
        label="Description"
        error={problems.description}
        hint="What it does and when to use it. A model goes by this alone."
      >
        {(control) => (
          <textarea
            {...control}
            {...typed("description")}
            rows={2}
            maxLength={2_000}
            className={cn(inputClass, "py-1.5")}
          />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Written in">
          {(control) => (
            <Select
              id={control.id}
              value={form.interpreter}
              disabled={disabled}
              onValueChange={(value) => set("interpreter", value as ToolForm["interpreter"])}
              options={interpreters.map((value) => ({ value, label: interpreterText[value] }))}
            />
          )}
        </Field>
        <Field label="Time limit, in seconds" error={problems.timeout} hint="15 minutes when empty.">
          {(control) => <Input {...control} {...typed("timeout")} inputMode="numeric" maxLength={4} />}
        </Field>
      </div>
      <Field
        label="Code"
        error={problems.code}
        hint="Gets JSON on standard input and prints text. The workspace is its working directory."
      >
        {(control) => (
          <textarea
            {...control}
            {...typed("code")}
            rows={Math.min(28, Math.max(10, form.code.split("\n").length + 1))}
            spellCheck={false}
            autoCapitalize="off"
            className={areaClass}
          />
        )}
      </Field>
      <Field
        label="JSON schema of the input"
        error={problems.schema}
        hint="An object; fields that it does not name are refused."
      >
        {(control) => (
          <textarea
            {...control}
            {...typed("schema")}
            rows={Math.min(18, Math.max(6, form.schema.split("\n").length))}
            spellCheck={false}
            autoCapitalize="off"
            className={areaClass}
          />
        )}
      </Field>
      <label className="flex items-start gap-2 text-sm">
        <Switch
          checked={form.withoutAsking}
          disabled={disabled}
          onCheckedChange={(value) => set("withoutAsking", value)}
        />
        <span>
          Runs without asking in safe mode
          <span className="block text-xs text-muted-foreground">
            Otherwise somebody confirms each call there. In auto mode no script tool asks.
          </span>
        </span>
      </label>
    </div>
  );
}
