"use client";

import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;

type PopoverContentProps = ComponentProps<typeof Primitive.Content> & {
  /** what a screen reader calls it, since it is a dialog */
  "aria-label": string;
};

export function PopoverContent({ className, ...props }: PopoverContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          "z-50 max-w-[calc(100vw-1rem)] rounded-md border bg-popover p-3 shadow-pop outline-none",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}
