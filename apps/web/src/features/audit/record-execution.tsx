"use client";

import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { formatDuration } from "../../ui/format-duration.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { ChangedFiles } from "../files/changed-files.tsx";
import { useMay } from "../shell/org-context.tsx";
import { outcomeSentence } from "../tool-call/outcome-text.ts";
import { Digest, Fact, Facts } from "./facts.tsx";
import { outcomeLabel } from "./outcome-label.ts";
import { usageFacts } from "./usage-facts.ts";

type Detail = Outputs["audit"]["get"];

function Moment({ label, at }: { label: string; at: Date | null | undefined }) {
  return <Fact label={label}>{at ? <TimeText at={at} form="precise" /> : "not reached"}</Fact>;
}

export function RecordExecution({ detail }: { detail: Detail }) {
  const { execution } = detail.toolCall;
  const mayDrive = useMay("session.drive");
  if (!execution) {
    return (
      <Card>
        <CardHeader>
          <CardTitle>Execution</CardTitle>
        </CardHeader>
        <p className="px-4 py-3 text-sm text-muted-foreground">
          {detail.toolCall.refusal ? "Nothing ran: the call was refused." : "Nothing has run."}
        </p>
      </Card>
    );
  }
  const sentence = execution.state === "finished" ? outcomeSentence(execution) : null;
  const ran = execution.startedAt && execution.finishedAt;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Execution</CardTitle>
      </CardHeader>
      <Facts>
        <Fact label="Outcome">{execution.outcome ? outcomeLabel[execution.outcome] : execution.state}</Fact>
        <Fact label="Exit code">{execution.exitCode ?? "none"}</Fact>
        {execution.signal !== undefined && <Fact label="Signal">{execution.signal}</Fact>}
        <Fact label="Host">{execution.hostName}</Fact>
        <Moment label="Queued" at={execution.queuedAt} />
        <Moment label="Claimed" at={detail.claimedAt} />
        <Moment label="Started" at={execution.startedAt} />
        <Moment label="Finished" at={execution.finishedAt} />
        {ran && (
          <Fact label="Duration">
            {formatDuration(
              new Date(execution.finishedAt ?? 0).getTime() - new Date(execution.startedAt ?? 0).getTime(),
            )}
          </Fact>
        )}
        {execution.cancelRequestedAt && (
          <Fact label="Cancelled by">
            {detail.cancelRequestedBy ?? "unknown"}, <TimeText at={execution.cancelRequestedAt} />
          </Fact>
        )}
        <Fact label="Output">
          {formatBytes(execution.outputBytes)}
          {execution.outputCapped && ", capped"}
        </Fact>
        {usageFacts(detail.usage ?? {}).map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
        {detail.outputDigest !== null && (
          <Fact label="Output digest" wide>
            <Digest value={detail.outputDigest} />
          </Fact>
        )}
        {sentence !== null && (
          <Fact label="What happened" wide>
            {sentence}
          </Fact>
        )}
        {execution.refusal && (
          <Fact label="Refused on the host" wide>
            {execution.refusal.sentence} <code className="font-mono text-xs">{execution.refusal.code}</code>
          </Fact>
        )}
        {detail.trash.length > 0 && (
          <Fact label="Moved to the trash" wide>
            <ul className="list-disc pl-4">
              {detail.trash.map((item) => (
                <li key={item.id}>
                  <code className="font-mono text-xs">{item.originalPath}</code> ({item.kind},{" "}
                  {formatBytes(item.bytes)})
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      {execution.filesChanged && (
        <ChangedFiles
          executionId={execution.id}
          changed={execution.filesChanged}
          initiallyOpen
          undoIn={mayDrive ? detail.toolCall.sessionId : undefined}
        />
      )}
    </Card>
  );
}
