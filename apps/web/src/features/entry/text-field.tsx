"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { cn } from "../../ui/cn.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type TextFieldProps<Values extends FieldValues> = Omit<ComponentProps<"input">, "form" | "name"> & {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  hint?: ReactNode;
};

/** A labelled input of a form, with its hint or the error of its schema. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { form, name, label, hint, className, ...input } = props;
  const error = form.getFieldState(name, form.formState).error?.message;
  return (
    <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <Input className={cn("h-9", className)} {...control} {...input} {...form.register(name)} />
      )}
    </Field>
  );
}
