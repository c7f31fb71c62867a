import type { WebResult } from "@gatehouse/core/contracts/web";
import type { FetchPageInput } from "@gatehouse/core/tool-call/web-input";
import type { ThreadPool } from "../files/thread-pool.ts";
import type { WebSpace } from "../web/hop.ts";
import { htmlOfAnswer, textOfAnswer } from "../web/media.ts";
import { send } from "../web/send.ts";
import { WebProblem } from "../web/web-problem.ts";
import type { Sink } from "./sink.ts";
import { answerParts, userAgent } from "./web-parts.ts";

const pageBytes = 5 * 1024 ** 2;

/** The readable text of a page; of a text that is no page, the text itself; of a PDF its text. */
export async function fetchPage(
  input: FetchPageInput,
  space: WebSpace,
  to: { sink: Sink; threads: ThreadPool },
): Promise<WebResult> {
  const sent = await send(
    {
      method: "GET",
      url: input.url,
      headers: { ...userAgent, accept: "text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.5" },
      body: null,
      maxBytes: pageBytes,
    },
    space,
  );
  if (sent.status >= 400)
    throw new WebProblem(
      "answered_with_error",
      `the server answered ${sent.status} ${sent.statusText}`.trim(),
    );
  const { title, text } = await readable(sent, to.threads, space.signal);
  await to.sink.text(`${title === null ? "" : `# ${title}\n`}${sent.url}\n\n`);
  const content = await to.sink.text(text === "" ? "[the page holds no text]\n" : `${text}\n`);
  if (sent.cut) await to.sink.text("[the page was longer and is cut here]\n");
  return { tool: "fetch_page", page: { ...answerParts(sent), title, content } };
}

async function readable(
  { body, mediaType, url }: { body: Buffer; mediaType: string | null; url: string },
  threads: ThreadPool,
  signal: AbortSignal,
): Promise<{ title: string | null; text: string }> {
  if (body.subarray(0, 5).toString("latin1") === "%PDF-") {
    const { text } = await threads.pdf(body, signal);
    return { title: null, text };
  }
  const looksLikeHtml =
    /html/i.test(mediaType ?? "") ||
    /^\s*<(!doctype html|html)/i.test(body.subarray(0, 512).toString("latin1"));
  if (looksLikeHtml) return threads.page({ html: htmlOfAnswer(body, mediaType), url }, signal);
  const text = textOfAnswer(body, mediaType);
  if (text === null)
    throw new WebProblem("not_readable", `this is no page but ${mediaType ?? "bytes of an unknown kind"}`, {
      hint: "download_file keeps it as a file",
    });
  return { title: null, text };
}
