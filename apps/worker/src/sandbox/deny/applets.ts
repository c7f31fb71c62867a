import { basename } from "node:path";
import { runHostTool } from "../../process/spawn.ts";
import type { Program } from "./program-index.ts";

/** Programs that are many in one file, and how each lists the names it answers to. */
const listing: Readonly<Record<string, readonly string[]>> = {
  busybox: ["--list"],
  "busybox.static": ["--list"],
  toybox: [],
  coreutils: ["--help"],
};

/** A multi-call program that does not say what it holds is taken to hold every denied one. */
export async function appletsOf(
  programs: readonly Program[],
  deniedNames: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { name, real } of programs) {
    const args = listing[name] ?? listing[basename(real)];
    if (args === undefined || found.has(real)) continue;
    const said = await runHostTool(real, args);
    const names = said.stdout.split(/[\s,]+/).filter(Boolean);
    found.set(real, said.code === 0 && names.length > 0 ? names : deniedNames);
  }
  return found;
}
