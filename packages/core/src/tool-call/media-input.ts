import { z } from "zod";

/** What the org's provider makes out of words. Closed; where the file goes is judged like any other write. Source: spec section 1. */
const outputPath = z.string().min(1).max(4096);

export const generateImageInput = z.strictObject({
  prompt: z.string().trim().min(1, "say what the image shall show").max(32_000),
  output_path: outputPath,
});

/** prompt is what shall be spoken. */
export const generateAudioInput = z.strictObject({
  prompt: z.string().trim().min(1, "say what shall be spoken").max(4_096),
  output_path: outputPath,
});

export type GenerateInput = z.infer<typeof generateImageInput>;

export type MediaCall =
  | { tool: "generate_image"; input: GenerateInput }
  | { tool: "generate_audio"; input: GenerateInput };
