import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Reads an answer up to a bound that counts unpacked bytes, so that a small one cannot unpack into a large one. */
export async function readBody(
  answer: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<{ body: Buffer; cut: boolean }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of unpacked(answer)) {
    signal.throwIfAborted();
    const part = piece as Buffer;
    const room = maxBytes - bytes;
    pieces.push(part.length > room ? part.subarray(0, room) : part);
    bytes += Math.min(part.length, room);
    if (part.length > room) {
      answer.destroy();
      return { body: Buffer.concat(pieces), cut: true };
    }
  }
  return { body: Buffer.concat(pieces), cut: false };
}

function unpacked(answer: IncomingMessage): Readable {
  const unpack = unpackerOf(answer.headers["content-encoding"]);
  if (unpack === null) return answer;
  answer.on("error", (error) => unpack.destroy(error));
  answer.on("aborted", () =>
    unpack.destroy(new Error("the connection was closed in the middle of the answer")),
  );
  return answer.pipe(unpack);
}

function unpackerOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return null;
  }
}
