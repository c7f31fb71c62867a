import type { useTRPCClient } from "../../trpc/client.ts";
import { newRequestKey } from "../session/request-key.ts";
import { failureOf, isAwaiting, isUnderWay, resultOf } from "./file-answer.ts";
import { readSlice } from "./use-slice.ts";

type Client = ReturnType<typeof useTRPCClient>;

/** The bytes as they are, through a call that is decided and recorded like every other. */
export async function downloadFile(
  client: Client,
  of: { org: string; sessionId: string; path: string },
): Promise<void> {
  const { org, sessionId, path } = of;
  let answer = await client.file.request.mutate({
    org,
    sessionId,
    requestKey: newRequestKey(),
    call: { tool: "read_files", input: { files: [{ path, raw: true }] } },
  });
  while (isUnderWay(answer))
    answer = await client.file.result.query({ org, toolCallId: answer.view.id, wait: true });
  if (isAwaiting(answer))
    throw new Error("Somebody has to allow this first: the question stands in the session.");
  const file = resultOf(answer, "read_files")?.files[0];
  if (!file || file.kind === "error" || !answer.view.execution)
    throw new Error((file?.kind === "error" ? file.error : failureOf(answer)) ?? "It cannot be read.");
  const bytes = await readSlice(client, { org, executionId: answer.view.execution.id, slice: file.content });
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = path.slice(path.lastIndexOf("/") + 1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
