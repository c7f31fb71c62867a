import type { HtmlTemplateInput } from "../../tool-call/show-input.ts";
import type { Reason } from "../decision.ts";
import { allow, deny } from "../reason.ts";

/** What a person looks at in a frame that can load nothing and reach nothing asks nobody. */
export function show({ html, title = "" }: HtmlTemplateInput): Reason[] {
  if ([html, title].some((text) => !text.isWellFormed() || text.includes("\0")))
    return [deny("show", "bad_argument", "html or title holds a NUL or half a character")];
  return [allow("show", "shows a page in an isolated frame")];
}
