import { cn } from "./cn.ts";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse rounded bg-accent", className)} />;
}

/** Grey rows in the shape of a list while it loads; announced once to a screen reader. */
export function SkeletonRows({ rows = 5, className }: { rows?: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading" className={cn("grid gap-2 p-4", className)}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="h-4 w-16" />
          <Skeleton className={cn("h-4 flex-1", row % 2 === 0 ? "max-w-md" : "max-w-sm")} />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
