"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SessionHeader } from "../session/session-header-view.ts";
import { useOrg } from "../shell/org-context.tsx";
import { SessionTabs } from "./session-tabs.tsx";

type SessionShellProps = {
  sessionId: string;
  current: "files" | "trash";
  children: (session: SessionHeader) => ReactNode;
};

/** The frame of a session's other pages: its title, the way back, and the session itself once it is known. */
export function SessionShell({ sessionId, current, children }: SessionShellProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const session = useQuery(
    trpc.session.get.queryOptions({ org: slug, id: sessionId }, { refetchInterval: 20_000 }),
  );
  if (session.isPending) return <SkeletonRows rows={8} />;
  if (!session.data) {
    return errorCode(session.error) === "NOT_FOUND" ? (
      <EmptyState title="No such session">It does not exist, or it belongs to another org.</EmptyState>
    ) : (
      <ErrorState
        title="The session cannot be shown"
        message={errorText(session.error)}
        onRetry={() => void session.refetch()}
      />
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-background px-3 py-1.5">
        <Button asChild variant="quiet" size="icon-sm">
          <Link
            href={`/${slug}/sessions/${sessionId}`}
            aria-label="Back to the session"
            title="Back to the session"
          >
            <ChevronLeft aria-hidden />
          </Link>
        </Button>
        <h1 className="min-w-0 flex-1 basis-48 truncate text-sm font-semibold" title={session.data.title}>
          {session.data.title}
        </h1>
        <div className="ml-auto">
          <SessionTabs org={slug} sessionId={sessionId} current={current} />
        </div>
      </header>
      {children(session.data)}
    </div>
  );
}
