/** A page as a person would read it, as Markdown. Pages are hostile: this runs in a thread that ends at its deadline. */
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import { FileProblem } from "./file-problem.ts";

export type PageText = { title: string | null; text: string };

/** more is no page that anybody reads, but an attempt to keep the reader busy */
const mostTags = 300_000;

export function pageText(html: string, url: string): PageText {
  if (html.split("<", mostTags).length === mostTags)
    throw new FileProblem("too_large", "this page has too many elements to be read");
  const { document } = parseHTML(html.includes("<body") ? html : `<html><body>${html}</body></html>`);
  for (const unread of document.querySelectorAll("script, style, noscript, template, iframe, object, embed"))
    unread.remove();
  absoluteLinks(document, url);
  const title = document.title.trim() || null;
  const whole = markdownOf(document.body);
  const article = new Readability(document as never, {
    charThreshold: 200,
  }).parse();
  const content = article?.content ?? "";
  const main =
    content === "" ? "" : markdownOf(parseHTML(`<html><body>${content}</body></html>`).document.body);
  // A page without an article (a list, a table of an interface) is read as it stands.
  const text = main.length * 5 < whole.length ? whole : main;
  return { title: article?.title?.trim() || title, text: text.trim() };
}

type Parsed = ReturnType<typeof parseHTML>["document"];

function absoluteLinks(document: Parsed, base: string): void {
  for (const [selector, name] of [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const link = linkOf(element.getAttribute(name) ?? "", base);
      if (link === null) element.removeAttribute(name);
      else element.setAttribute(name, link);
    }
  }
}

/** A link that a reader could follow; no script, no data, no file. */
function linkOf(text: string, base: string): string | null {
  try {
    const url = new URL(text, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch (_noAddress) {
    return null;
  }
}

function markdownOf(element: unknown): string {
  const service = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
  });
  return service.turndown(element as never);
}
