"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { overlayClass } from "./dialog.tsx";

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;

type SheetContentProps = {
  title: string;
  side?: "left" | "right";
  /** it has a button of its own that closes it */
  bare?: boolean;
  className?: string;
  children: ReactNode;
};

export function SheetContent({ title, side = "left", bare = false, className, children }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        aria-describedby={undefined}
        className={cn(
          "fixed inset-y-0 z-50 flex w-[min(20rem,88vw)] flex-col overflow-y-auto bg-sidebar shadow-pop outline-none",
          side === "left" ? "left-0 border-r" : "right-0 border-l",
          className,
        )}
      >
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        {children}
        {!bare && (
          <Primitive.Close asChild>
            <Button variant="quiet" size="icon" className="absolute top-2 right-2" aria-label="Close">
              <X />
            </Button>
          </Primitive.Close>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
