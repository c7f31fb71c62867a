import { statSync } from "node:fs";
import type { HostCheck } from "../sandbox/host-report.ts";
import { runHostTool } from "../process/spawn.ts";

/** The account of calls outside the sandbox, and what may start something as it; bin/elevation.mjs sets both up. */
export const elevatedAccount = "gatehouse-elevated";
export const elevatedHelper = "/usr/local/libexec/gatehouse-elevated";
export const sudoFile = "/usr/bin/sudo";

/** none: not set up here; account: outside the sandbox as that account; root: it may become root, too */
export type Elevation = "none" | "account" | "root";

/** Asked anew before each call, so that a rule that was taken away counts at once. */
export async function findElevation(): Promise<Elevation> {
  if (!isRootsOwn(elevatedHelper) || !isRootsOwn(sudoFile)) return "none";
  const asked = await runHostTool(sudoFile, elevatedArgs(["--check"]));
  const found = /^elevated (\d+) (root|no-root)$/m.exec(asked.stdout);
  const uid = Number(found?.[1] ?? 0);
  if (asked.code !== 0 || found === null || uid === 0 || uid === process.getuid?.()) return "none";
  return found[2] === "root" ? "root" : "account";
}

export function elevatedArgs(words: readonly string[]): string[] {
  return ["-n", "-u", elevatedAccount, "--", elevatedHelper, ...words];
}

export function elevationCheck(elevation: Elevation): HostCheck {
  const name = "calls outside the sandbox";
  const detail = {
    none: "not set up on this host: refused (npm run elevation -- setup, as root, sets them up)",
    account: `as ${elevatedAccount}, not as root`,
    root: `as ${elevatedAccount}, and as root by sudo`,
  };
  return { name, ok: true, detail: detail[elevation] };
}

/** SAFETY: what others could write would run with another account's rights. */
function isRootsOwn(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.isFile() && found.uid === 0 && (found.mode & 0o022) === 0;
}
