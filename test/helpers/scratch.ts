import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/** A directory of its own below the system's temporary one, removed when this process ends. */
export function scratchDirectory(prefix: string): string {
  if (made.length === 0) {
    process.once("exit", () => {
      for (const directory of made) rmSync(directory, { recursive: true, force: true });
    });
  }
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `gatehouse-${prefix}-`)));
  made.push(directory);
  return directory;
}
