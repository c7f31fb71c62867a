"use client";

import { formatBytes } from "../../ui/format-bytes.ts";
import { formatDuration } from "../../ui/format-duration.ts";
import type { ExecutionView } from "./tool-call-view.ts";
import { useNow } from "./use-now.ts";

/** Elapsed while it runs, duration and bytes afterwards. */
export function CallTiming({ execution }: { execution: ExecutionView }) {
  const running = execution.state === "running";
  const now = useNow(running);
  const from = execution.startedAt ? new Date(execution.startedAt).getTime() : null;
  const to = execution.finishedAt ? new Date(execution.finishedAt).getTime() : (now?.getTime() ?? null);
  return (
    <span className="text-xs whitespace-nowrap text-muted-foreground tabular-nums">
      {from !== null && to !== null && formatDuration(to - from)}
      {execution.state === "finished" && ` · ${formatBytes(execution.outputBytes)}`}
    </span>
  );
}
