"use client";

import { cn } from "../../ui/cn.ts";
import { useConnection } from "./connection.ts";

const faces = {
  connecting: { text: "Connecting", dot: "bg-muted-foreground" },
  live: { text: "Connected", dot: "bg-success" },
  lost: { text: "Connection lost, trying again", dot: "bg-danger ring-2 ring-danger-line" },
} as const;

export function ConnectionDot() {
  const state = useConnection();
  const { text, dot } = faces[state];
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 px-2 text-xs text-muted-foreground">
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", dot)} />
      {text}
    </p>
  );
}
