// The log of one part. It starts anew when it is large, keeps one older file, and never stops what it tells about.
import { createWriteStream, renameSync, statSync } from "node:fs";

const largestBytes = 20 * 1024 ** 2;

export function openLog(file) {
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const open = () => {
    const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
    stream.on("error", () => undefined); // a full disk shows in the part itself; here there is nowhere left to say it
    return stream;
  };
  let stream = open();
  return {
    write(text) {
      if (bytes > largestBytes) {
        stream.end();
        renameSync(file, `${file}.1`);
        stream = open();
        bytes = 0;
      }
      bytes += Buffer.byteLength(text);
      stream.write(text);
    },
    end: () => stream.end(),
  };
}
