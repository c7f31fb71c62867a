import { randomUUID } from "node:crypto";
import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolAnswer } from "@gatehouse/services/tool-call/result";
import type { TestMember, TestOrg } from "./org.ts";
import { until } from "./wait.ts";

/** Calls any tool and waits until it is over, refused, or waits for a person. */
export async function callTool(
  org: TestOrg,
  by: TestMember,
  of: { sessionId: string; call: ToolCall },
): Promise<ToolAnswer> {
  const view = await by.api.toolCall.use.mutate({ org: org.slug, requestKey: randomUUID(), ...of });
  return toolAnswer(org, by, view.id);
}

export async function toolAnswer(org: TestOrg, by: TestMember, toolCallId: string): Promise<ToolAnswer> {
  return until(
    `call ${toolCallId} to end`,
    async () => {
      const answer = await by.api.toolCall.result.query({ org: org.slug, toolCallId, wait: true });
      return ["executing", "approved"].includes(answer.view.status) ? null : answer;
    },
    60_000,
  );
}

export function only<Tool extends ToolResult["tool"]>(
  answer: ToolAnswer,
  tool: Tool,
): Extract<ToolResult, { tool: Tool }> {
  if (answer.result?.tool !== tool) throw new Error(`no result of ${tool}: ${JSON.stringify(answer)}`);
  return answer.result as Extract<ToolResult, { tool: Tool }>;
}
