"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import { cn } from "./cn.ts";
import { inputClass } from "./input.tsx";

export type SelectOption = { value: string; label: string; hint?: string };

type SelectProps = {
  id?: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  className?: string;
  disabled?: boolean;
  name?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
};

export function Select({
  value,
  onValueChange,
  options,
  className,
  disabled,
  name,
  ...trigger
}: SelectProps) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={onValueChange}
      {...(disabled === undefined ? {} : { disabled })}
      {...(name === undefined ? {} : { name })}
    >
      <Primitive.Trigger
        className={cn(
          inputClass,
          "inline-flex h-8 items-center justify-between gap-2 text-left whitespace-nowrap",
          className,
        )}
        {...trigger}
      >
        <span className="truncate">
          <Primitive.Value />
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-72 min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border bg-popover shadow-pop"
        >
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                className="relative flex min-h-7 cursor-default flex-col justify-center rounded py-1 pr-7 pl-2 text-sm outline-none select-none data-[highlighted]:bg-accent"
              >
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                {option.hint !== undefined && (
                  <span className="text-xs text-muted-foreground">{option.hint}</span>
                )}
                <Primitive.ItemIndicator className="absolute top-1.5 right-2">
                  <Check className="size-3.5" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
