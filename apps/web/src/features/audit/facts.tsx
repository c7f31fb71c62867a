import type { ReactNode } from "react";
import { cn } from "../../ui/cn.ts";

export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={cn("grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2 lg:grid-cols-3", className)}>{children}</dl>
  );
}

export function Fact({
  label,
  children,
  wide = false,
}: {
  label: string;
  children: ReactNode;
  wide?: boolean;
}) {
  return (
    <div className={cn("grid min-w-0 content-start gap-0.5", wide && "sm:col-span-2 lg:col-span-3")}>
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="text-sm [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

export function Digest({ value }: { value: string }) {
  return <code className="font-mono text-xs break-all">{value}</code>;
}
