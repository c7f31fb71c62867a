import { z } from "zod";

/** Inputs of the tools that speak HTTP. Closed; what an address may be is a rule of the decision. Source: spec section 1. */

/** The most bytes of an answer that http_request keeps, and of a body that it sends. */
export const webBytesLimit = 2 * 1024 ** 2;

const url = z.string().min(1).max(8192);

export const httpMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export const httpRequestInput = z.strictObject({
  url,
  method: z.enum(httpMethods).optional(),
  headers: z.record(z.string().max(200), z.string().max(8192)).optional(),
  body: z.string().max(webBytesLimit).optional(),
  content_type: z.string().max(200).optional(),
});

export const fetchPageInput = z.strictObject({ url });

export const searchWebInput = z.strictObject({
  query: z.string().trim().min(1).max(500),
  limit: z.number().int().min(1).max(30).optional(),
});

export const downloadFileInput = z.strictObject({ url, output_path: z.string().min(1).max(4096) });

export type HttpRequestInput = z.infer<typeof httpRequestInput>;
export type FetchPageInput = z.infer<typeof fetchPageInput>;
export type SearchWebInput = z.infer<typeof searchWebInput>;
export type DownloadFileInput = z.infer<typeof downloadFileInput>;
