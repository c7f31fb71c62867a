"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = Primitive.Provider;

type TooltipProps = { content: ReactNode; children: ReactNode; side?: "top" | "bottom" | "left" | "right" };

/** The child must be focusable and take a ref. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={5}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md border bg-popover px-2 py-1 text-xs text-foreground shadow-pop"
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
