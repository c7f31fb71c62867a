import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** The column that a page's content stands in. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn("mx-auto grid w-full max-w-6xl content-start gap-5 px-4 py-5 md:px-8 md:py-7", className)}
    >
      {children}
    </div>
  );
}
