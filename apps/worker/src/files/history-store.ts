import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileBytesLimit } from "@gatehouse/core/tool-call/file-input";
import { readUpTo } from "./read-file.ts";

/** Earlier contents of the files of one session, each once, by digest, outside every workspace. */
export type HistoryStore = {
  put(bytes: Uint8Array): string;
  get(digest: string): Buffer | null;
  has(digest: string): boolean;
  /** removes what no version names any more */
  prune(kept: ReadonlySet<string>): number;
};

export function digestOfBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function openHistory(historyDirectory: string, name: string): HistoryStore {
  if (!/^[0-9a-f]{32}$/.test(name)) throw new Error("a history is named by 32 hexadecimal digits");
  const directory = path.join(historyDirectory, name);
  const fileOf = (digest: string): string => {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error("a version is named by its digest");
    return path.join(directory, digest);
  };
  return {
    put(bytes) {
      const digest = digestOfBytes(bytes);
      const file = fileOf(digest);
      if (sizeAt(file) === bytes.length) return digest;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const temporary = `${file}.${randomBytes(6).toString("hex")}`;
      writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
      renameSync(temporary, file);
      return digest;
    },
    get(digest) {
      const fd = openOrNull(fileOf(digest));
      if (fd === null) return null;
      try {
        const bytes = readUpTo(fd, fileBytesLimit);
        return digestOfBytes(bytes) === digest ? bytes : null;
      } finally {
        closeSync(fd);
      }
    },
    has: (digest) => sizeAt(fileOf(digest)) !== null,
    prune(kept) {
      let removed = 0;
      for (const found of namesIn(directory)) {
        if (!/^[0-9a-f]{64}$/.test(found) || kept.has(found)) continue;
        unlinkSync(path.join(directory, found));
        removed += 1;
      }
      return removed;
    },
  };
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}

function sizeAt(file: string): number | null {
  const fd = openOrNull(file);
  if (fd === null) return null;
  try {
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw cause;
  }
}
