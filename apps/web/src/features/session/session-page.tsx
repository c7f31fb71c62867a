"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { SessionScreen } from "./session-screen.tsx";

export function SessionPage({ sessionId }: { sessionId: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const session = useQuery(
    trpc.session.get.queryOptions({ org: slug, id: sessionId }, { refetchInterval: 20_000 }),
  );
  if (session.data) return <SessionScreen org={slug} session={session.data} />;
  if (session.isError && errorCode(session.error) === "NOT_FOUND") {
    return <EmptyState title="No such session">It does not exist, or it belongs to another org.</EmptyState>;
  }
  if (session.isError) {
    return (
      <ErrorState
        title="The session cannot be shown"
        message={errorText(session.error)}
        onRetry={() => void session.refetch()}
      />
    );
  }
  return <SkeletonRows rows={8} />;
}
