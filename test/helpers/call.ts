import { randomUUID } from "node:crypto";
import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import type { TestMember, TestOrg } from "./org.ts";
import { until } from "./wait.ts";

export async function openSession(
  org: TestOrg,
  by: TestMember,
  mode: "safe" | "auto" = "auto",
): Promise<string> {
  return (await by.api.session.create.mutate({ org: org.slug, mode })).id;
}

export async function request(
  org: TestOrg,
  by: TestMember,
  call: { sessionId: string } & RunCommandInput & { requestKey?: string },
): Promise<ToolCallView> {
  const { sessionId, requestKey, ...input } = call;
  return by.api.toolCall.request.mutate({
    org: org.slug,
    sessionId,
    requestKey: requestKey ?? randomUUID(),
    input,
  });
}

const final = new Set(["denied", "finished", "cancelled", "expired"]);

export async function settled(
  org: TestOrg,
  by: TestMember,
  id: string,
  timeoutMs = 30_000,
): Promise<ToolCallView> {
  return until(
    `call ${id} to settle`,
    async () => {
      const view = await by.api.toolCall.get.query({ org: org.slug, id });
      return final.has(view.status) ? view : null;
    },
    timeoutMs,
  );
}

/** Requests and waits for the end. */
export async function run(
  org: TestOrg,
  by: TestMember,
  call: { sessionId: string } & RunCommandInput,
): Promise<ToolCallView> {
  const view = await request(org, by, call);
  return settled(org, by, view.id);
}

export async function outputOf(org: TestOrg, by: TestMember, executionId: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let from = 0; ; ) {
    const part = await by.api.output.read.query({ org: org.slug, executionId, from, limit: 1_048_576 });
    for (const chunk of part.chunks) parts.push(Buffer.from(chunk.bytesBase64, "base64"));
    if (part.chunks.length === 0) return Buffer.concat(parts);
    from = part.nextOffset;
  }
}
