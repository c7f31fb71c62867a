import type { Ctx } from "../context.ts";
import { readOutput } from "./read.ts";

export type OutputText = {
  text: string;
  nextOffset: number;
  /** nothing more will come after this */
  finished: boolean;
};

/** Output from a byte on, as text that ends with a whole character; bytes that are none are shown as U+FFFD. */
export async function outputTextFrom(
  ctx: Pick<Ctx, "pool" | "org">,
  of: { executionId: string; offset: number; limit: number },
): Promise<OutputText> {
  const part = await readOutput(ctx, { executionId: of.executionId, from: of.offset, limit: of.limit });
  const bytes = Buffer.concat(part.frames.map((frame) => Buffer.from(frame.bytesBase64, "base64")));
  const whole = part.end === null ? wholeCharacters(bytes) : bytes.length;
  return {
    text: bytes.subarray(0, whole).toString("utf8"),
    nextOffset: of.offset + whole,
    finished: part.end !== null,
  };
}

/** Without the beginning of a character whose rest is still to come; never less than something. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}
