import { createOpenAI } from "@ai-sdk/openai";
import { fileBytesLimit } from "@gatehouse/core/tool-call/file-input";
import type { LoadedProvider } from "@gatehouse/services/model/load";
import type { MediaKind, MediaModel } from "@gatehouse/services/model/media";
import { APICallError, experimental_generateSpeech as generateSpeech, generateImage } from "ai";
import { WebProblem } from "../web/web-problem.ts";

export type Made = { bytes: Uint8Array; mediaType: string };

type Wanted = { kind: MediaKind; prompt: string; path: string; signal: AbortSignal };

/** Times that a request is tried again where the network or the provider fails. */
const retries = 2;
const longestSaid = 300;

/** An address of a provider is set by an admin and followed exactly: an answer cannot send the request elsewhere. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

/** One image, or a text spoken, by the org's provider. Throws a WebProblem with what the provider says. */
export async function makeMedia(
  of: { provider: LoadedProvider; model: MediaModel },
  wanted: Wanted,
): Promise<Made> {
  const { name, baseUrl, key } = of.provider;
  const openai = createOpenAI({ name, baseURL: baseUrl, apiKey: key ?? "none", fetch: fetchHere });
  const { kind, prompt, path, signal } = wanted;
  const shared = { maxRetries: retries, abortSignal: signal };
  try {
    if (kind === "image") {
      const { image } = await generateImage({ model: openai.image(of.model.id), prompt, ...shared });
      return whole({ bytes: image.uint8Array, mediaType: image.mediaType });
    }
    const outputFormat = formatOf(path);
    const { audio } = await generateSpeech({
      model: openai.speech(of.model.id),
      text: prompt,
      outputFormat,
      ...shared,
    });
    return whole({ bytes: audio.uint8Array, mediaType: audio.mediaType.replace("audio/mp3", "audio/mpeg") });
  } catch (cause) {
    if (signal.aborted || cause instanceof WebProblem) throw cause;
    throw new WebProblem("provider_failed", said(cause), {
      hint: "Try once more later, change the prompt, or go on without it.",
      cause,
    });
  }
}

/** By the ending of the file that was asked for; what is none of these is mp3. */
function formatOf(path: string): string {
  const ending = /\.(mp3|wav|flac|opus|aac)$/i.exec(path)?.[1];
  return ending?.toLowerCase() ?? "mp3";
}

function whole(made: Made): Made {
  if (made.bytes.length <= fileBytesLimit) return made;
  throw new WebProblem("too_large", "what the provider made is larger than 10 MiB; nothing was written");
}

function said(cause: unknown): string {
  const call = findCall(cause);
  if (call === null || call.statusCode === undefined) return "the provider cannot be reached";
  const { statusCode, message } = call;
  const text = message.length > longestSaid ? `${message.slice(0, longestSaid).toWellFormed()}…` : message;
  return `the provider refuses the request (${statusCode}): ${text}`;
}

function findCall(error: unknown): APICallError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if (APICallError.isInstance(at)) return at;
    at = "lastError" in at ? at.lastError : at.cause;
  }
  return null;
}
