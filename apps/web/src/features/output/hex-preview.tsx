"use client";

import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import type { LogSummary } from "./use-log.ts";

const width = 16;

function hexLines(bytes: Uint8Array): string[] {
  return Array.from({ length: Math.ceil(bytes.length / width) }, (_, line) => {
    const part = [...bytes.subarray(line * width, (line + 1) * width)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    return `${(line * width).toString(16).padStart(8, "0")}  ${hex.padEnd(width * 3)} ${text}`;
  });
}

type HexPreviewProps = { org: string; summary: LogSummary; base64: string; onText: () => void };

/** The first bytes of an output that is no text, and the way to all of them. */
export function HexPreview({ org, summary, base64, onText }: HexPreviewProps) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return (
    <div className="grid min-w-0 gap-2 p-3">
      <p className="text-sm">
        Binary output, {formatBytes(summary.bytes)}. Its first {bytes.length} bytes:
      </p>
      <pre tabIndex={0} className="max-h-72 overflow-auto rounded bg-code p-2 font-mono text-xs leading-5">
        {hexLines(bytes).join("\n")}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button asChild size="sm">
          <a
            href={`/api/orgs/${encodeURIComponent(org)}/executions/${encodeURIComponent(summary.executionId)}/output`}
            download
          >
            Download it
          </a>
        </Button>
        <Button size="sm" variant="quiet" onClick={onText}>
          Show it as text
        </Button>
      </div>
    </div>
  );
}
