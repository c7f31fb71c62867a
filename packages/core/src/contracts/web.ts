import type { EditReceipt, OutputSlice } from "./files.ts";

/** What a tool that speaks HTTP brought: the structured half of its output. */
export type WebProblemView = { error: string; code: string; hint?: string };

export type WebAnswer = {
  /** where the answer came from, after redirects */
  url: string;
  status: number;
  mediaType: string | null;
  bytes: number;
  /** more followed and was not kept */
  cut: boolean;
  redirects: number;
  content: OutputSlice;
};

export type FoundPage = { title: string; url: string; text: string };

export type WebResult =
  | { tool: "http_request"; answer: (WebAnswer & { kind: "text" | "binary" }) | WebProblemView }
  | { tool: "fetch_page"; page: (WebAnswer & { title: string | null }) | WebProblemView }
  | { tool: "search_web"; found: { query: string; pages: FoundPage[] } | WebProblemView }
  | {
      tool: "download_file";
      file: { url: string; mediaType: string | null; receipt: EditReceipt } | WebProblemView;
    };
