import type { OutputSlice } from "@gatehouse/core/contracts/files";

/** The readable output of a file tool; gives where each piece came to stand, for the structured result. */
export type Sink = {
  bytes(piece: Uint8Array): Promise<OutputSlice>;
  text(piece: string): Promise<OutputSlice>;
  problem(sentence: string): Promise<void>;
};

const sliceBytes = 65_536;

export function createSink(push: (stream: "stdout" | "stderr", bytes: Buffer) => Promise<void>): Sink {
  let offset = 0;
  const write = async (stream: "stdout" | "stderr", piece: Uint8Array): Promise<OutputSlice> => {
    const slice = { offset, bytes: piece.length };
    offset += piece.length;
    for (let at = 0; at < piece.length; at += sliceBytes)
      await push(stream, Buffer.from(piece.subarray(at, at + sliceBytes)));
    return slice;
  };
  return {
    bytes: (piece) => write("stdout", piece),
    text: (piece) => write("stdout", Buffer.from(piece, "utf8")),
    problem: async (sentence) => {
      await write("stderr", Buffer.from(`${sentence}\n`, "utf8"));
    },
  };
}
