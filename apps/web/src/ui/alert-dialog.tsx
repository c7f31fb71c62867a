"use client";

import { AlertDialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { overlayClass, panelClass } from "./dialog.tsx";

export const AlertDialog = Primitive.Root;
export const AlertDialogCancel = Primitive.Cancel;

type AlertDialogContentProps = ComponentProps<typeof Primitive.Content> & {
  title: ReactNode;
  description: ReactNode;
};

export function AlertDialogContent({
  className,
  title,
  description,
  children,
  ...props
}: AlertDialogContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content className={cn(panelClass, className)} {...props}>
        <div className="grid gap-1">
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          <Primitive.Description className="text-sm text-muted-foreground">
            {description}
          </Primitive.Description>
        </div>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
