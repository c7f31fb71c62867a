"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { hashOf, markedOf } from "./log-hash.ts";
import type { Marked } from "./log-rows.tsx";
import { LogView } from "./log-view.tsx";
import { useLog } from "./use-log.ts";

/** One output on a page of its own. The address names rows, so that a place in it can be sent to somebody. */
export function LogPage({ executionId }: { executionId: string }) {
  const { slug } = useOrg();
  const { summary, pages, lost, failed } = useLog(slug, executionId);
  const [marked, setMarked] = useState<Marked | null>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const read = () => setMarked(markedOf(window.location.hash));
    read();
    setReady(true);
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  const onNumber = (row: number, extend: boolean) => {
    const next =
      extend && marked !== null
        ? { from: Math.min(marked.from, row), to: Math.max(marked.from, row) }
        : { from: row, to: row };
    setMarked(next);
    window.history.replaceState(null, "", hashOf(next));
  };
  if (failed !== null) {
    return (
      <ErrorState
        title="This output cannot be shown"
        message={errorText(failed as Parameters<typeof errorText>[0])}
      />
    );
  }
  if (summary === null || !ready) return <SkeletonRows rows={12} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-12 items-center gap-2 border-b px-3">
        <Button asChild variant="quiet" size="icon-sm">
          <Link
            href={`/${slug}/sessions/${summary.sessionId}#call-${summary.toolCallId}`}
            aria-label="Back to the session"
            title="Back to the session"
          >
            <ChevronLeft aria-hidden />
          </Link>
        </Button>
        <h1 className="min-w-0 truncate text-sm font-semibold">
          Output of <code className="font-mono">{summary.program}</code>
        </h1>
      </header>
      {summary.rows === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">
          {summary.state === "finished" ? "It printed nothing." : "No output yet."}
        </p>
      ) : (
        <LogView
          org={slug}
          summary={summary}
          pages={pages}
          lost={lost}
          label={`Output of ${summary.program}`}
          marked={marked}
          onNumber={onNumber}
          page
        />
      )}
    </div>
  );
}
