"use client";

import type { MediaCall } from "@gatehouse/core/tool-call/media-input";
import { AudioLines, Image } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { SeenText, VisibleText } from "../argv/visible-text-view.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { useCallResult } from "../tool-call/use-call-result.ts";
import { formatCost } from "../turn/format-usage.ts";
import { Problem } from "../web-call/answer-facts.tsx";
import { MediaPreview } from "./media-preview.tsx";

/** An image or speech that is asked of the org's provider: what of, where to, and a look at what was made. */
export function MediaPart({ call }: { call: ToolCallView & MediaCall }) {
  const { prompt, output_path: path } = call.input;
  const media = useCallResult(call, call.tool)?.media;
  const isImage = call.tool === "generate_image";
  return (
    <>
      <div className="grid min-w-0 gap-1 px-3 pt-1.5 pb-2.5 text-sm">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
          <Badge tone="outline">
            {isImage ? <Image aria-hidden /> : <AudioLines aria-hidden />} {isImage ? "Image" : "Speech"}
          </Badge>
          <span className="text-muted-foreground">to</span>
          <code className="min-w-0 font-mono [overflow-wrap:anywhere]">
            <VisibleText text={path} />
          </code>
        </p>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <SeenText text={prompt} />
        </p>
      </div>
      {media && "error" in media && <Problem problem={media} />}
      {media && !("error" in media) && call.execution && (
        <div className="grid min-w-0 gap-2 border-t px-3 py-2">
          {"error" in media.receipt && (
            <Problem problem={{ error: media.receipt.error, code: "not_written" }} />
          )}
          <MediaPreview executionId={call.execution.id} media={media} name={path} />
          <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted-foreground">
            <span>{media.mediaType}</span>
            <span className="tabular-nums">{formatBytes(media.bytes)}</span>
            {media.costMicros > 0 && <span className="tabular-nums">{formatCost(media.costMicros)}</span>}
            <span className="truncate">
              {media.model}, {media.provider}
            </span>
          </p>
        </div>
      )}
    </>
  );
}
