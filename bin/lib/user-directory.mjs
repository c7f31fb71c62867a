// A private folder of the account that runs a command line: below its home as the system knows it (an inherited HOME
// may name anything), else below /tmp. Nobody else may own or enter it.
import { lstatSync, mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export function userDirectory() {
  const uid = process.getuid?.() ?? 0;
  const home = homeOf();
  const candidates = [...(home ? [path.join(home, ".cache/gatehouse")] : []), `/tmp/gatehouse-${uid}`];
  for (const directory of candidates) {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const found = lstatSync(directory);
      if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return directory;
    } catch {
      // not writable: the next one
    }
  }
  throw new Error(`no folder to work in: ${candidates.join(" and ")} cannot be used by this account alone`);
}

function homeOf() {
  try {
    return os.userInfo().homedir;
  } catch {
    return undefined; // an account without an entry in the user database
  }
}
