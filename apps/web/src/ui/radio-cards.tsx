"use client";

import { useId } from "react";

type RadioCardsProps<Value extends string> = {
  legend: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; text: string }[];
};

/** One choice of a few, each with the sentence that explains it. Native radios, so keys work as everywhere. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{props.legend}</legend>
      {props.options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer gap-2.5 rounded-md border p-2.5 hover:bg-accent/50 has-checked:border-primary has-checked:bg-accent/60 has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onValueChange(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
          />
          <span className="grid">
            <span className="text-sm font-medium">{option.label}</span>
            <span className="text-xs text-muted-foreground">{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
