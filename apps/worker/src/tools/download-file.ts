import type { WebResult } from "@gatehouse/core/contracts/web";
import { fileBytesLimit } from "@gatehouse/core/tool-call/file-input";
import type { DownloadFileInput } from "@gatehouse/core/tool-call/web-input";
import { type FileSpace, placeIn } from "../files/file-space.ts";
import type { WebSpace } from "../web/hop.ts";
import { send } from "../web/send.ts";
import { WebProblem } from "../web/web-problem.ts";
import { editFile } from "./edit-file.ts";
import type { Edited, EditLedger } from "./edit-types.ts";
import type { Sink } from "./sink.ts";
import { userAgent } from "./web-parts.ts";

/** A file from the network through the one door of writes: whole or not at all, with its version kept. */
export async function downloadFile(
  input: DownloadFileInput,
  space: WebSpace,
  to: { files: FileSpace; ledger: EditLedger; sink: Sink },
): Promise<{ result: WebResult; edited: Edited }> {
  placeIn(to.files, input.output_path); // a path that cannot be written costs no download
  const sent = await send(
    {
      method: "GET",
      url: input.url,
      headers: { ...userAgent, accept: "*/*" },
      body: null,
      maxBytes: fileBytesLimit,
    },
    space,
  );
  if (sent.status < 200 || sent.status > 299)
    throw new WebProblem(
      "answered_with_error",
      `the server answered ${sent.status} ${sent.statusText}`.trim().concat("; nothing was written"),
    );
  if (sent.cut)
    throw new WebProblem("too_large", "the file is larger than 10 MiB; nothing was written", {
      hint: "a command with the network (curl -o) has the limit of the sandbox instead",
    });
  const write = {
    mode: "write" as const,
    path: input.output_path,
    content: sent.body.toString("base64"),
    encoding: "base64" as const,
  };
  const edited = await editFile(write, to.files, { ledger: to.ledger, sink: to.sink });
  const { url, mediaType } = sent;
  return { result: { tool: "download_file", file: { url, mediaType, receipt: edited.receipt } }, edited };
}
