"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type SegmentedProps<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; title?: string }[];
  "aria-label": string;
  disabled?: boolean;
  className?: string;
};

/** One of a few values, all of them in view. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={props.value}
      aria-label={props["aria-label"]}
      disabled={props.disabled ?? false}
      onValueChange={(next) => {
        const chosen = props.options.find((option) => option.value === next);
        if (chosen) props.onValueChange(chosen.value);
      }}
      className={cn("inline-flex h-7 items-stretch rounded-md border bg-muted p-0.5", props.className)}
    >
      {props.options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          title={option.title}
          className="min-w-6 rounded px-2 text-xs font-medium text-muted-foreground hover:text-foreground disabled:opacity-60 data-[state=on]:bg-card data-[state=on]:text-foreground data-[state=on]:shadow-sm dark:data-[state=on]:bg-input/70"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
