"use client";

import { useTheme } from "next-themes";
import { Toaster as Sonner } from "sonner";

export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: "!bg-popover !text-foreground !border-border !shadow-pop !text-sm !rounded-md",
          description: "!text-muted-foreground",
        },
      }}
    />
  );
}
