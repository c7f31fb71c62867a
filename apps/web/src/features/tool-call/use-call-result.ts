"use client";

import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { useOrg } from "../shell/org-context.tsx";
import type { ToolCallView } from "./tool-call-view.ts";

/** The structured half of what a call brought, once it is over; it does not change any more. */
export function useCallResult<Tool extends ToolResult["tool"]>(
  call: ToolCallView,
  tool: Tool,
): Extract<ToolResult, { tool: Tool }> | null {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const over = call.execution?.state === "finished" && call.execution.outcome === "exited";
  const answer = useQuery(
    trpc.toolCall.result.queryOptions(
      { org: slug, toolCallId: call.id },
      { enabled: over, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const result = answer.data?.result as ToolResult | null | undefined;
  return result?.tool === tool ? (result as Extract<ToolResult, { tool: Tool }>) : null;
}
