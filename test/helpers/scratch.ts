import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/** A directory of its own below the system's temporary one; `removeScratch` ends it. */
export function scratchDirectory(prefix: string): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `gatehouse-${prefix}-`)));
  made.push(directory);
  return directory;
}

/** Test runners end their processes without a word, so each file removes its own when it is done. */
export function removeScratch(): void {
  for (const directory of made.splice(0)) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
