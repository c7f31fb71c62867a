"use client";

import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { formatBytes } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { nothingPrinted, outcomeSentence } from "./outcome-text.ts";
import type { ToolCallView } from "./tool-call-view.ts";

/** The page stands before the code that reads output is there. */
const OutputView = dynamic(() => import("../output/output-view.tsx").then((part) => part.OutputView), {
  ssr: false,
  loading: () => <p className="px-3 py-2.5 text-sm text-muted-foreground">Loading output…</p>,
});

type CallOutputProps = { call: ToolCallView; initiallyOpen: boolean };

export function CallOutput({ call, initiallyOpen }: CallOutputProps) {
  const { slug } = useOrg();
  const { execution } = call;
  const [open, setOpen] = useState(initiallyOpen);
  if (!execution || execution.state === "queued" || execution.outcome === "refused") return null;
  const finished = execution.state === "finished";
  const sentence = outcomeSentence(execution);
  const empty = finished && execution.outputBytes === 0;
  return (
    <div className="min-w-0 border-t">
      {sentence !== null && finished && (execution.outcome !== "cancelled" || !empty) && (
        <Notice kind={execution.outcome === "lost" ? "danger" : "warning"} className="m-2">
          {sentence}
        </Notice>
      )}
      {execution.outputCapped && (
        <Notice kind="warning" className="m-2">
          Output capped at {formatBytes(execution.outputBytes)}: the limit was reached, nothing after it was
          kept.
        </Notice>
      )}
      {empty ? (
        <p className="px-3 py-2.5 text-sm text-muted-foreground">
          {execution.outcome === "cancelled" && sentence} {nothingPrinted(execution)}
        </p>
      ) : open || !finished ? (
        <OutputView
          org={slug}
          executionId={execution.id}
          running={!finished}
          label={`Output of ${call.program}`}
          nothing={nothingPrinted(execution)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex min-h-8 w-full items-center gap-1.5 px-3 text-sm text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <ChevronRight aria-hidden className="size-3.5" /> Show output ({formatBytes(execution.outputBytes)})
        </button>
      )}
      {finished && execution.advice && (
        <Notice kind="info" title="What may help" className="m-2">
          <p className="whitespace-pre-wrap">{execution.advice}</p>
        </Notice>
      )}
    </div>
  );
}
