import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; className?: string };

export function EmptyState({ icon, title, children, className }: EmptyStateProps) {
  return (
    <div className={cn("grid justify-items-center gap-2 px-6 py-12 text-center", className)}>
      {icon !== undefined && (
        <div aria-hidden className="mb-1 text-muted-foreground [&_svg]:size-6 [&_svg]:stroke-[1.5]">
          {icon}
        </div>
      )}
      <p className="text-sm font-medium">{title}</p>
      {children !== undefined && (
        <div className="max-w-md text-sm text-balance text-muted-foreground">{children}</div>
      )}
    </div>
  );
}
