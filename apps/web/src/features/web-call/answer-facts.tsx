import type { WebProblemView } from "@gatehouse/core/contracts/web";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../argv/visible-text-view.tsx";

type Answer = {
  url: string;
  /** null where any other than a good one would have been a problem */
  status: number | null;
  mediaType: string | null;
  bytes: number;
  cut?: boolean;
  redirects?: number;
};

function statusTone(status: number): Tone {
  if (status < 300) return "success";
  return status < 400 ? "info" : status < 500 ? "warning" : "danger";
}

/** What came back: status, type, size, and where from when that was elsewhere. */
export function AnswerFacts({
  asked,
  answer,
  title = null,
}: {
  asked: string;
  answer: Answer;
  title?: string | null;
}) {
  const { url, status, mediaType, bytes, cut = false, redirects = 0 } = answer;
  return (
    <div aria-label="Answer" role="group" className="grid min-w-0 gap-1 border-t px-3 py-2 text-sm">
      {title !== null && title !== "" && <p className="font-medium [overflow-wrap:anywhere]">{title}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground">
        {status !== null && <Badge tone={statusTone(status)}>Status {status}</Badge>}
        <span>{mediaType ?? "no type given"}</span>
        <span className="tabular-nums">{formatBytes(bytes)}</span>
        {cut && <span className="text-warning">cut: more followed</span>}
        {redirects > 0 && <span>{redirects === 1 ? "one redirect" : `${redirects} redirects`}</span>}
      </p>
      {url !== asked && (
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          from{" "}
          <code className="font-mono">
            <VisibleText text={url} />
          </code>
        </p>
      )}
    </div>
  );
}

/** Why nothing was brought. */
export function Problem({ problem }: { problem: WebProblemView }) {
  const sentence = `${problem.error.charAt(0).toUpperCase()}${problem.error.slice(1)}`;
  return (
    <Notice kind="warning" className="mx-3 mb-2">
      <p className="[overflow-wrap:anywhere]">{/[.!?]$/.test(sentence) ? sentence : `${sentence}.`}</p>
      {problem.hint !== undefined && (
        <p className="text-xs text-muted-foreground">Next step: {problem.hint}</p>
      )}
      <p className="font-mono text-xs text-muted-foreground">{problem.code}</p>
    </Notice>
  );
}
