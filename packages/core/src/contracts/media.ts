import type { EditReceipt, OutputSlice } from "./files.ts";
import type { WebProblemView } from "./web.ts";

/** What an org's provider made: where it was written, and the bytes for a look at it. */
export type MadeMedia = {
  provider: string;
  model: string;
  mediaType: string;
  bytes: number;
  /** millionths of a US dollar */
  costMicros: number;
  content: OutputSlice;
  receipt: EditReceipt;
};

export type MediaResult = { tool: "generate_image" | "generate_audio"; media: MadeMedia | WebProblemView };
