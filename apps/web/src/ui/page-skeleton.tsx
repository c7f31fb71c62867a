import { Page } from "./page.tsx";
import { Skeleton, SkeletonRows } from "./skeleton.tsx";

/** A page of which nothing is known yet, where its title and its content will stand. */
export function PageSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Page>
      <div aria-hidden className="grid gap-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-full max-w-md" />
      </div>
      <SkeletonRows rows={rows} className="px-0" />
    </Page>
  );
}
