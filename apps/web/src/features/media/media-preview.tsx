"use client";

import type { MadeMedia } from "@gatehouse/core/contracts/media";
import { useEffect, useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSlice } from "../files/use-slice.ts";

type MediaPreviewProps = { executionId: string; media: MadeMedia; name: string };

/** What was made, out of the record of the call: it stays what it was, whatever becomes of the file. */
export function MediaPreview({ executionId, media, name }: MediaPreviewProps) {
  const { mediaType, content } = media;
  const slice = useSlice(executionId, content);
  const [url, setUrl] = useState<string | null>(null);
  const bytes = slice.data;
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  if (slice.isError)
    return <p className="text-sm text-danger">It cannot be shown: {errorText(slice.error)}</p>;
  if (url === null) return <Skeleton className="h-24" />;
  if (mediaType.startsWith("image/"))
    return (
      <img
        src={url}
        alt={`Made for ${name}`}
        className="max-h-80 max-w-full justify-self-start rounded border bg-muted/40 object-contain"
      />
    );
  if (mediaType.startsWith("audio/"))
    return (
      // biome-ignore lint/a11y/useMediaCaption: what is spoken stands beside it, as the prompt
      <audio controls src={url} aria-label={`Made for ${name}`} className="w-full max-w-md" />
    );
  return <p className="text-sm text-muted-foreground">A {mediaType} file; open it from the workspace.</p>;
}
