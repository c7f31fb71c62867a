"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

export const Dialog = Primitive.Root;
export const DialogClose = Primitive.Close;

export const overlayClass = "fixed inset-0 z-40 bg-black/45 backdrop-blur-[1px]";
export const panelClass =
  "fixed top-[max(1rem,12vh)] left-1/2 z-50 grid max-h-[min(44rem,84vh)] w-[min(34rem,calc(100vw-1.5rem))] -translate-x-1/2 gap-4 overflow-y-auto rounded-lg border bg-popover p-5 shadow-pop outline-none";

type DialogContentProps = ComponentProps<typeof Primitive.Content> & {
  title: ReactNode;
  description?: ReactNode;
};

export function DialogContent({ className, title, description, children, ...props }: DialogContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        className={cn(panelClass, className)}
        {...(description === undefined ? { "aria-describedby": undefined } : {})}
        {...props}
      >
        <div className="grid gap-1 pr-8">
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          {description !== undefined && (
            <Primitive.Description className="text-sm text-muted-foreground">
              {description}
            </Primitive.Description>
          )}
        </div>
        {children}
        <Primitive.Close asChild>
          <Button variant="quiet" size="icon-sm" className="absolute top-3.5 right-3.5" aria-label="Close">
            <X />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function DialogActions({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-wrap justify-end gap-2", className)} {...props} />;
}
