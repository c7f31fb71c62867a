import type { SandboxOptions } from "./sandbox-options.ts";

/** What the guard refuses, in its own words; null when it lets the call through. */
export async function guardRefusal(_options: SandboxOptions, _root: string): Promise<string | null> {
  return "the guard is not there";
}
