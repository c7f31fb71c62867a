"use client";

import dynamic from "next/dynamic";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { nothingPrinted } from "../tool-call/outcome-text.ts";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";

const OutputView = dynamic(() => import("../output/output-view.tsx").then((part) => part.OutputView), {
  ssr: false,
});

export function RecordOutput({ call }: { call: ToolCallView }) {
  const { slug } = useOrg();
  const { execution } = call;
  if (!execution || execution.state === "queued" || execution.outcome === "refused") return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle>Output</CardTitle>
      </CardHeader>
      <OutputView
        key={execution.id}
        org={slug}
        executionId={execution.id}
        running={execution.state !== "finished"}
        label={`Output of ${call.program}`}
        nothing={nothingPrinted(execution)}
      />
    </Card>
  );
}
