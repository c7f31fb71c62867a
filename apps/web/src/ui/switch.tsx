"use client";

import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** 24 px high as a target, smaller to look at. */
export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        "group inline-flex h-6 w-8 shrink-0 items-center rounded-md disabled:opacity-50",
        className,
      )}
      {...props}
    >
      <span className="flex h-4 w-7 items-center rounded-full border border-input bg-muted p-px transition-colors group-data-[state=checked]:border-primary group-data-[state=checked]:bg-primary">
        <Primitive.Thumb className="block size-3 rounded-full bg-muted-foreground transition-transform data-[state=checked]:translate-x-3 data-[state=checked]:bg-primary-foreground" />
      </span>
    </Primitive.Root>
  );
}
