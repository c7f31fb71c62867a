import { randomUUID } from "node:crypto";
import type { FileResult } from "@gatehouse/core/contracts/files";
import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import type { TestMember, TestOrg } from "./org.ts";
import { until } from "./wait.ts";

export type FileAnswer = { view: ToolCallView; result: FileResult | null };

/** Calls a file tool and waits until it is over, refused, or waits for a person. */
export async function callFile(
  org: TestOrg,
  by: TestMember,
  of: { sessionId: string; call: FileCall },
): Promise<FileAnswer> {
  const first = await by.api.file.request.mutate({ org: org.slug, requestKey: randomUUID(), ...of });
  return ["executing", "approved"].includes(first.view.status) ? fileAnswer(org, by, first.view.id) : first;
}

export async function fileAnswer(org: TestOrg, by: TestMember, toolCallId: string): Promise<FileAnswer> {
  return until(
    `call ${toolCallId} to end`,
    async () => {
      const answer = await by.api.file.result.query({ org: org.slug, toolCallId });
      return ["executing", "approved"].includes(answer.view.status) ? null : answer;
    },
    30_000,
  );
}
