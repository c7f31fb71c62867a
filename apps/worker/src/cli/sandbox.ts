import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { deriveProfile, type GrantedPath, isWithin } from "@gatehouse/core/sandbox/derive";
import { defaultLimits, type SandboxLimits, type SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { ExitFacts } from "../process/execution-types.ts";
import { signalNumber } from "../process/exit-status.ts";
import { outcomeOf } from "../process/outcome.ts";
import { localSandbox } from "../process/local-sandbox.ts";
import { findNoexec } from "../sandbox/noexec.ts";
import { findBridge } from "../sandbox/probe.ts";
import { readOptions, type SandboxOptions, usage } from "./sandbox-options.ts";
import { writeAll } from "./write-all.ts";

/**
 * `npm run sandbox`: argv as a worker would run it, in the same profile, with no services. Streams pass through byte
 * for byte. 126: refused; 125: no sandbox; 124: out of time; else the command's own code, or 128 and its signal.
 */
export type SandboxCommand = {
  args: readonly string[];
  userDirectory: string;
  /** what the text checks refuse, or null; loaded only when they are wanted */
  guard: (options: SandboxOptions) => Promise<string | null>;
};

const code = { refused: 126, noSandbox: 125, timedOut: 124, killed: 137 } as const;
/** our own last words must fit below the cap, too */
const noticeBytes = 1024;

export async function main(command: SandboxCommand): Promise<number> {
  const options = readOptions(command.args);
  if ("problem" in options) return say(options.problem, 2);
  if (!options.unguarded) {
    const refusal = await command.guard(options);
    if (refusal !== null) return say(refusal, code.refused);
  }
  const profile = profileFor(options);
  if (typeof profile === "string") return say(profile, code.refused);
  const runDirectory = runDirectoryFor(command.userDirectory, profile);
  const running = await localSandbox(runDirectory, {
    executionId: String(process.pid),
    argv: options.argv,
    profile,
    beforeGo: async () => true,
    onChunk: async (stream, bytes) => {
      if (!(await writeAll(stream === "stdout" ? 1 : 2, bytes))) stop("SIGPIPE");
    },
  });
  let stoppedBy: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    stoppedBy ??= signal;
    running.cancel(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) {
    process.on(signal, () => stop(signal));
  }
  const facts = await running.done;
  return stoppedBy === undefined ? conclude(facts, options) : 128 + signalNumber(stoppedBy);
}

function profileFor(options: SandboxOptions): SandboxProfile | string {
  const workspace = options.workspace ?? process.cwd();
  const place = pinned(workspace);
  if (place === null || place.kind !== "directory") return `the workspace ${workspace} is not a directory`;
  const writable: GrantedPath[] = [];
  for (const path of options.writePaths) {
    if (!path.startsWith("/")) return `--write-path ${path}: write paths are absolute`;
    const granted = pinned(path);
    if (granted === null) return `--write-path ${path}: it does not exist; create it first`;
    writable.push(granted);
  }
  const limits: Partial<SandboxLimits> = {
    wallMs: options.timeoutMs,
    outputBytes: defaultLimits.outputBytes - noticeBytes,
    ...(options.memoryBytes === null ? {} : { memoryBytes: options.memoryBytes }),
  };
  const derived = deriveProfile({
    call: { network: options.network, writePaths: writable.map(({ path }) => path) },
    policy: { deniedCommands: options.deny, deniedPaths: [], limits, strict: options.strict },
    session: { workspace: place, keep: null, writable, readable: [] },
    host: {
      egress: findBridge() !== null,
      strict: findNoexec() !== null,
      systemDirectories: [],
      deniedKinds: {},
    },
  });
  return derived.kind === "profile" ? derived.profile : `${derived.sentence} ${derived.hint}`;
}

function pinned(path: string): GrantedPath | null {
  try {
    const real = realpathSync(path);
    const found = statSync(real);
    const kind = found.isDirectory() ? "directory" : found.isFile() ? "file" : null;
    return kind === null ? null : { path: real, device: found.dev, inode: found.ino, kind };
  } catch (_absent) {
    return null;
  }
}

/** The sandbox's own files may not stand in what the command can write. */
function runDirectoryFor(userDirectory: string, profile: SandboxProfile): string {
  const usual = join(userDirectory, "sandbox");
  const mounted = [profile.workspace, ...profile.mounts.map(({ source }) => source)];
  if (!mounted.some(({ path }) => isWithin(usual, path))) return usual;
  return `/tmp/gatehouse-${process.getuid?.()}-sandbox`;
}

function conclude(facts: ExitFacts, options: SandboxOptions): number {
  switch (outcomeOf(facts)) {
    case "refused":
      return say("refused", code.refused);
    case "sandbox_failed":
      return say(facts.sandboxFailure ?? "the sandbox failed", code.noSandbox);
    case "timed_out":
      return say(`ended after ${options.timeoutMs / 1000} s; --timeout S gives it more`, code.timedOut);
    case "cancelled":
      return say(`ended: ${facts.cancelled}`, code.killed);
    case "output_capped":
      return say("ended: more output than its limit", code.killed);
    case "signalled":
      if (facts.exceeded !== null) return say(`ended: over its ${facts.exceeded} limit`, code.killed);
      return 128 + signalNumber(facts.signal ?? "SIGKILL");
    case "exited":
      return facts.exitCode ?? code.noSandbox;
  }
}

function say(text: string, exitCode: number): number {
  process.stderr.write(text === usage ? `${text}\n` : `sandbox: ${text}\n`);
  return exitCode;
}
