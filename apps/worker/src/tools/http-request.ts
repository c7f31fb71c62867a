import type { WebResult } from "@gatehouse/core/contracts/web";
import { type HttpRequestInput, webBytesLimit } from "@gatehouse/core/tool-call/web-input";
import type { WebSpace } from "../web/hop.ts";
import { textOfAnswer } from "../web/media.ts";
import { send } from "../web/send.ts";
import type { Sink } from "./sink.ts";
import { answerParts, userAgent } from "./web-parts.ts";

/** One request as it stands; any status is an answer, not an error. */
export async function httpRequest(input: HttpRequestInput, space: WebSpace, sink: Sink): Promise<WebResult> {
  const { method = "GET", headers = {}, body } = input;
  const sent = await send(
    {
      method,
      url: input.url,
      headers: {
        ...(Object.keys(headers).some((name) => name.toLowerCase() === "user-agent") ? {} : userAgent),
        ...headers,
        ...(body === undefined ? {} : { "content-type": input.content_type ?? "text/plain; charset=utf-8" }),
      },
      body: body === undefined ? null : Buffer.from(body, "utf8"),
      maxBytes: webBytesLimit,
    },
    space,
  );
  const lines = [
    `${sent.status} ${sent.statusText}`.trim(),
    ...(sent.redirects > 0 ? [`from ${sent.url}`] : []),
  ];
  for (const [name, value] of sent.headers) lines.push(`${name}: ${value}`);
  await sink.text(`${lines.join("\n")}\n\n`);
  const text = textOfAnswer(sent.body, sent.mediaType);
  const content =
    text === null
      ? await sink.bytes(sent.body)
      : await sink.text(text.endsWith("\n") || text === "" ? text : `${text}\n`);
  if (sent.cut) await sink.text("[the rest of the answer was not kept: 2 MiB is the most]\n");
  return {
    tool: "http_request",
    answer: { ...answerParts(sent), kind: text === null ? "binary" : "text", content },
  };
}
