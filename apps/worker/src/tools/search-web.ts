import type { FoundPage, WebResult } from "@gatehouse/core/contracts/web";
import type { SearchWebInput } from "@gatehouse/core/tool-call/web-input";
import { z } from "zod";
import type { WebSpace } from "../web/hop.ts";
import { send } from "../web/send.ts";
import { WebProblem } from "../web/web-problem.ts";
import type { Sink } from "./sink.ts";
import { userAgent } from "./web-parts.ts";

/** Of a SearXNG answer what is used; everything in it was written by strangers. */
const answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() })),
});
const defaultPages = 10;
const searchBytes = 2 * 1024 ** 2;

export async function searchWeb(
  input: SearchWebInput,
  space: WebSpace,
  to: { sink: Sink; searchUrl: string },
): Promise<WebResult> {
  const url = new URL(to.searchUrl);
  url.searchParams.set("q", input.query);
  url.searchParams.set("format", "json");
  const sent = await send(
    {
      method: "GET",
      url: url.href,
      headers: { ...userAgent, accept: "application/json" },
      body: null,
      maxBytes: searchBytes,
    },
    space,
  );
  if (sent.status !== 200)
    throw new WebProblem("search_failed", `the search service answered ${sent.status}`, {
      hint: "an admin sets search_url to an address that answers in JSON (SearXNG: formats: [html, json])",
    });
  const pages = pagesOf(sent.body).slice(0, input.limit ?? defaultPages);
  if (pages.length === 0) await to.sink.text("Nothing was found.\n");
  for (const [at, page] of pages.entries())
    await to.sink.text(
      `${at + 1}. ${page.title}\n   ${page.url}\n${page.text === "" ? "" : `   ${page.text}\n`}`,
    );
  return { tool: "search_web", found: { query: input.query, pages } };
}

function pagesOf(body: Buffer): FoundPage[] {
  let json: unknown;
  try {
    json = JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new WebProblem("search_failed", "the search service did not answer in JSON", { cause });
  }
  const read = answer.safeParse(json);
  if (!read.success) throw new WebProblem("search_failed", "the search service answered in an unknown form");
  return read.data.results
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .map(({ url, title, content }) => ({
      url: oneLine(url, 2000),
      title: oneLine(title ?? url, 300),
      text: oneLine(content ?? "", 1000),
    }));
}

function oneLine(text: string, most: number): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, most).toWellFormed();
}
