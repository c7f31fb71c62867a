"use client";

import type { ReadFile } from "@gatehouse/core/contracts/files";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FileContent } from "../files/file-content.tsx";
import { useSlice } from "../files/use-slice.ts";
import { AgentText } from "../turn/agent-text.tsx";
import { PageFrame } from "./page-frame.tsx";
import { type ShownCall, shownTitle } from "./shown-calls.ts";

type ShownBodyProps = { org: string; call: ShownCall };

/** What a call put before the person. A page never stands in this document, only in its frame. */
export function ShownBody({ org, call }: ShownBodyProps) {
  const executionId = call.execution?.id ?? "";
  if (call.tool === "html_template")
    return <PageFrame org={org} executionId={executionId} title={shownTitle(call)} />;
  return <OpenedFile org={org} toolCallId={call.id} executionId={executionId} />;
}

function OpenedFile({
  org,
  toolCallId,
  executionId,
}: {
  org: string;
  toolCallId: string;
  executionId: string;
}) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.toolCall.result.queryOptions({ org, toolCallId }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="The file cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const { result } = query.data;
  if (result?.tool !== "open_file") return <Problem text="It cannot be shown." />;
  const { file } = result;
  if (file.kind === "error") return <Problem text={file.error} />;
  if (file.kind === "text" && /\.(?:md|markdown)$/i.test(file.path))
    return <MarkdownFile file={file} executionId={executionId} />;
  return <FileContent file={file} executionId={executionId} />;
}

function Problem({ text }: { text: string }) {
  return (
    <Notice kind="danger" className="m-3">
      {text}
    </Notice>
  );
}

type TextFile = Extract<ReadFile, { kind: "text" }>;

function MarkdownFile({ file, executionId }: { file: TextFile; executionId: string }) {
  const [form, setForm] = useState<"page" | "text">("page");
  const slice = useSlice(executionId, file.content);
  return (
    <>
      <div className="border-b px-3 py-1.5">
        <Segmented
          aria-label="Form"
          value={form}
          onValueChange={setForm}
          options={[
            { value: "page", label: "Page" },
            { value: "text", label: "Text" },
          ]}
        />
      </div>
      {form === "text" || slice.data === undefined ? (
        <FileContent file={file} executionId={executionId} />
      ) : (
        <div className="p-4">
          <AgentText text={new TextDecoder("utf-8").decode(slice.data)} />
        </div>
      )}
    </>
  );
}
