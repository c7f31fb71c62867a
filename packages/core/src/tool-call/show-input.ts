import { isSeenLine } from "../seen-line.ts";
import { z } from "zod";

const shownPath = z
  .string()
  .min(1, "path: name a file")
  .max(4096, "path: at most 4096 characters")
  .refine((path) => !path.includes("\0") && path.isWellFormed(), "path: a character that no path holds");

/** Shows a file to the person beside the session. */
export const openFileInput = z.strictObject({ path: shownPath });
export type OpenFileInput = z.infer<typeof openFileInput>;

/** UTF-16 units; the whole page with its scripts and pictures stands in it. */
export const mostHtml = 512 * 1024;

/** A page of the agent's for the person to look at; it can load nothing. */
export const htmlTemplateInput = z.strictObject({
  html: z
    .string()
    .min(1, "html: an empty page shows nothing")
    .max(mostHtml, `html: at most ${mostHtml} characters`),
  title: z
    .string()
    .min(1)
    .max(120)
    .refine(isSeenLine, "no single line of characters that can be seen")
    .optional(),
});
export type HtmlTemplateInput = z.infer<typeof htmlTemplateInput>;
