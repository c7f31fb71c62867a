"use client";

import { useSyncExternalStore } from "react";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

const never = (): (() => void) => () => undefined;

/** Where another agent finds the tools. The address is the one this page was opened at. */
export function McpNotice() {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  const address = `${origin}/api/mcp`;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Other agents</CardTitle>
      </CardHeader>
      <div className="grid gap-2 px-4 py-3 text-sm">
        <p className="text-muted-foreground">
          An agent that speaks MCP works here with the same tools, decisions, approvals and audit. Give it
          this address (streamable HTTP) and a token as bearer.
        </p>
        <div className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 rounded-md border bg-muted px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]">
            {address}
          </code>
          <CopyButton text={address} label="Copy the address" className="size-8" />
        </div>
      </div>
    </Card>
  );
}
