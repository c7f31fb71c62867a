import { outputParts, type ResultPart, type ToolAnswer } from "./result-parts.ts";

/** Where it stands, with its kind and size: its bytes mean nothing to a model. */
export function mediaParts(answer: ToolAnswer): ResultPart[] {
  const { result } = answer;
  if (result?.tool !== "generate_image" && result?.tool !== "generate_audio") return outputParts(answer);
  const { media } = result;
  if ("error" in media) {
    const next = media.hint === undefined ? "" : `\nNext step: ${media.hint}`;
    return [{ kind: "text", text: `Nothing was made (${media.code}): ${media.error}${next}` }];
  }
  if ("error" in media.receipt) return [{ kind: "text", text: `Not written: ${media.receipt.error}` }];
  return [
    {
      kind: "text",
      text: `Written to ${media.receipt.path} (${media.mediaType}, ${media.bytes} bytes). The person sees it in the session.`,
    },
  ];
}
