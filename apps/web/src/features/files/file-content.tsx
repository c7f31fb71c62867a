"use client";

import type { ReadFile } from "@gatehouse/core/contracts/files";
import { useEffect, useMemo, useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { HexView, TextView } from "./text-view.tsx";
import { useSlice } from "./use-slice.ts";

export type ShownFile = Exclude<ReadFile, { kind: "error" }>;
type FileContentProps = {
  file: ShownFile;
  executionId: string;
  /** reads on from another line; absent where only this part can be seen */
  onFrom?: (line: number) => void;
};

/** What a file holds, as far as a page can show it. */
export function FileContent({ file, executionId, onFrom }: FileContentProps) {
  const slice = useSlice(executionId, file.content);
  if (slice.isError)
    return (
      <ErrorState
        title="The content cannot be shown"
        message={errorText(slice.error)}
        onRetry={() => void slice.refetch()}
      />
    );
  if (!slice.data) return <SkeletonRows rows={8} />;
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  switch (file.kind) {
    case "image":
      return <ImageView bytes={slice.data} mediaType={file.mediaType} name={name} />;
    case "binary":
      return (
        <>
          <Notice kind="info" className="m-3">
            This is no text: {formatBytes(file.bytes)} of other data. Download it to open it.
          </Notice>
          <HexView bytes={slice.data} label={`First bytes of ${name}`} />
        </>
      );
    case "pdf":
      return (
        <>
          <Notice kind="info" className="m-3">
            The text of {file.pages === 1 ? "one page" : `${file.pages} pages`}
            {file.more && ", as far as it can be shown"}. Download it to see its pages.
          </Notice>
          <TextView text={decode(slice.data)} firstLine={1} label={`Text of ${name}`} />
        </>
      );
    case "text":
      return (
        <>
          <TextView text={decode(slice.data)} firstLine={file.firstLine} label={`Content of ${name}`} />
          {onFrom !== undefined && <Pager file={file} onFrom={onFrom} />}
          {onFrom === undefined && file.more && (
            <p className="border-t px-3 py-2 text-xs text-muted-foreground">
              The first {file.lines.toLocaleString("en-US")} of {file.totalLines.toLocaleString("en-US")}{" "}
              lines. Files shows the rest.
            </p>
          )}
        </>
      );
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}

const pageLines = 2_000;

function Pager({
  file,
  onFrom,
}: {
  file: Extract<ShownFile, { kind: "text" }>;
  onFrom: (line: number) => void;
}) {
  if (file.firstLine === 1 && !file.more) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-3 py-2 text-xs text-muted-foreground">
      <span>
        Lines {file.firstLine.toLocaleString("en-US")} to{" "}
        {(file.firstLine + file.lines - 1).toLocaleString("en-US")} of{" "}
        {file.totalLines.toLocaleString("en-US")}
      </span>
      <Button
        size="sm"
        disabled={file.firstLine === 1}
        onClick={() => onFrom(Math.max(1, file.firstLine - pageLines))}
      >
        Earlier
      </Button>
      <Button size="sm" disabled={!file.more} onClick={() => onFrom(file.firstLine + file.lines)}>
        Later
      </Button>
    </div>
  );
}

function ImageView({
  bytes,
  mediaType,
  name,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  name: string;
}) {
  const blob = useMemo(() => new Blob([bytes], { type: mediaType }), [bytes, mediaType]);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <div className="grid place-items-center overflow-auto bg-muted/40 p-4">
      {url !== null && <img src={url} alt={name} className="max-h-[32rem] max-w-full object-contain" />}
    </div>
  );
}
