"use client";

import { useRouter } from "next/navigation";
import { LogView } from "./log-view.tsx";
import { useLog } from "./use-log.ts";

type OutputViewProps = {
  org: string;
  executionId: string;
  running: boolean;
  label: string;
  /** what to say when the execution ended and printed nothing */
  nothing: string;
};

/** An output inside a card, its end first; a row's number leads to the row on a page of its own. */
export function OutputView({ org, executionId, running, label, nothing }: OutputViewProps) {
  const { summary, pages, lost } = useLog(org, executionId);
  const router = useRouter();
  if (summary === null || summary.rows === 0) {
    return (
      <p className="px-3 py-2.5 text-sm text-muted-foreground">
        {summary?.state === "finished" ? nothing : running ? "No output yet." : "Loading output…"}
      </p>
    );
  }
  return (
    <LogView
      org={org}
      summary={summary}
      pages={pages}
      lost={lost}
      label={label}
      marked={null}
      onNumber={(row) => router.push(`/${org}/output/${executionId}#L${row + 1}`)}
      page={false}
    />
  );
}
