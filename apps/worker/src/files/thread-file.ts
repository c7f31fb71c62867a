import { bundledEntry } from "../bundled-entry.ts";

/** The file a thread runs from, made once for a worker. */
export function threadFile(runDirectory: string): () => Promise<string> {
  let made: Promise<string> | null = null;
  return () => {
    made ??= bundledEntry({ from: import.meta.url, name: "file-thread", runDirectory });
    return made;
  };
}
