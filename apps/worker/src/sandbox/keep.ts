import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { keepDirectories } from "@gatehouse/core/sandbox/home-layout";

/**
 * The places that the home's links lead to. `mkdir` never follows a link in the last component, so what the command
 * put there itself is left as it is.
 */
export function prepareKeep(keep: string): void {
  for (const name of keepDirectories) {
    try {
      mkdirSync(join(keep, name), { mode: 0o700 });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
  }
}
