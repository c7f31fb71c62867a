import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

type Security = Outputs["me"]["security"];

/** What opens one's account, once it is known. */
export function OwnSecurity({ children }: { children: (security: Security) => ReactNode }) {
  const trpc = useTRPC();
  const security = useQuery(trpc.me.security.queryOptions());
  if (security.isPending) return <SkeletonRows rows={4} />;
  if (security.isError)
    return (
      <ErrorState
        title="Your account cannot be shown"
        message={errorText(security.error)}
        onRetry={() => void security.refetch()}
      />
    );
  return children(security.data);
}
