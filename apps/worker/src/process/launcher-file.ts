import { bundledEntry } from "../bundled-entry.ts";

/** The launcher runs as a bundle: loaders that read TypeScript would triple its memory. */
export function launcherFile(runDirectory: string): Promise<string> {
  return bundledEntry({ from: import.meta.url, name: "launcher", runDirectory });
}
