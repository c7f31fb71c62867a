import type { Facts } from "../path/facts.ts";
import { entryPath, isWithin, normalise } from "../path/lexical.ts";
import type { RunCommandInput } from "../tool-call/tool-call.ts";

/**
 * What to tell the model after a sandboxed command failed for want of permission, from the end of its output. Leaving
 * the sandbox always comes last. Null when the output has no sign of it, or the call was not sandboxed.
 */
export function adviceAfterFailure(input: RunCommandInput, output: string, facts: Facts): string | null {
  if (input.sandbox === false || input.argv[0] === "sudo") return null;
  const tail = output.slice(-longestTail);
  if (!markers.some((marker) => tail.toLowerCase().includes(marker))) return null;
  const paths = grantable(tail, facts, input.write_paths ?? []);
  return paths.length > 0 ? writeAdvice(paths) : ladder;
}

const longestTail = 65_536;
const markers = [
  "permission denied",
  "operation not permitted",
  "read-only file system",
  "eacces",
  "not writable",
];

function writeAdvice(paths: readonly string[]): string {
  return (
    "The sandbox lets a command write below home only. This is not an ownership problem: do not use chown or chmod. " +
    `If the command must write there, run the same argv again with write_paths: ${JSON.stringify(paths)}; a person approves it.`
  );
}

const ladder = [
  "The sandbox stopped something. In this order:",
  "1. A connection or authentication failed (Permission denied (publickey), could not resolve host): run it again with network: true, or report that the credential is missing.",
  "2. It has to write: use a path in the workspace, or name the failing path in write_paths.",
  "3. It really needs a socket, a device or a service of the system, or a target that root owns: sandbox: false, or argv ['sudo', …]; a person approves either.",
  "Otherwise report what was blocked, and stop.",
].join("\n");

/** Where an absolute path may begin in a message: at the start of a line, or after a blank, a quote or a bracket. */
const absolutePath = /(?:^|[\s'"`(:=[])(\/[A-Za-z0-9._@+/-]{1,512})/gm;
const system = [
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  "/sbin",
  "/usr/libexec",
  "/usr/lib",
  "/lib",
  "/lib64",
  "/proc",
  "/dev",
  "/sys",
  "/run",
  "/tmp",
  "/boot",
];
const mostPaths = 5;

/** Directories outside home that a write grant could cover, reduced to two components, at most five. */
function grantable(text: string, facts: Facts, granted: readonly string[]): string[] {
  const have = granted.map((path) => entryPath(path, facts.home) ?? path);
  const found = new Set<string>();
  for (const match of text.matchAll(absolutePath)) {
    const path = normalise((match[1] ?? "").replace(/[.,:;)]+$/, ""));
    if (path === "/" || isWithin(path, facts.home) || isWithin(facts.home, path)) continue;
    if (system.some((root) => isWithin(path, root)) || have.some((root) => isWithin(path, root))) continue;
    const parts = path.split("/");
    found.add(parts.length > 3 ? parts.slice(0, 3).join("/") : path);
    if (found.size === mostPaths) break;
  }
  return [...found];
}
