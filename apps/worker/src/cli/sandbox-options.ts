import { parseArgs } from "node:util";

/** The command line of `bin/sandbox.mjs`; everything after `--` is argv, untouched. */
export type SandboxOptions = {
  network: boolean;
  unguarded: boolean;
  strict: boolean;
  deny: string[];
  writePaths: string[];
  workspace: string | null;
  memoryBytes: number | null;
  timeoutMs: number;
  argv: string[];
};

export const usage =
  "usage: sandbox [--network] [--deny NAMES] [--write-path P]… [--workspace DIR] [--memory MB] [--timeout S] [--strict] [--unguarded] -- ARGV…";

/** A command tried by hand ends soon unless more time is asked for; a worker's own limit is a policy's. */
const defaultTimeoutMs = 15_000;

export function readOptions(args: readonly string[]): SandboxOptions | { problem: string } {
  const end = args.indexOf("--");
  if (end < 0 || end === args.length - 1) return { problem: usage };
  try {
    const { values } = parseArgs({
      args: args.slice(0, end),
      strict: true,
      options: {
        network: { type: "boolean", default: false },
        unguarded: { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        deny: { type: "string", multiple: true, default: [] },
        "write-path": { type: "string", multiple: true, default: [] },
        workspace: { type: "string" },
        memory: { type: "string" },
        timeout: { type: "string" },
      },
    });
    return {
      network: values.network,
      unguarded: values.unguarded,
      strict: values.strict,
      deny: values.deny.flatMap((names) => names.split(/[\s,]+/)).filter(Boolean),
      writePaths: values["write-path"],
      workspace: values.workspace ?? null,
      memoryBytes: values.memory === undefined ? null : amount("memory", values.memory) * 1024 ** 2,
      timeoutMs: values.timeout === undefined ? defaultTimeoutMs : amount("timeout", values.timeout) * 1000,
      argv: args.slice(end + 1),
    };
  } catch (cause) {
    return { problem: `${cause instanceof Error ? cause.message : String(cause)}\n${usage}` };
  }
}

function amount(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0)
    throw new Error(`--${name} wants a number above 0, not ${text}`);
  return value;
}
