import type { OutputSlice, ReadFile } from "./files.ts";

/** A file as it was when it was opened, or a page of an agent's. */
export type ShowResult =
  | { tool: "open_file"; file: ReadFile }
  | { tool: "html_template"; page: { title: string | null; bytes: number; content: OutputSlice } };
