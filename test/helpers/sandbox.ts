import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  defaultLimits,
  type HostPath,
  type SandboxLimits,
  type SandboxProfile,
} from "@gatehouse/core/sandbox/profile";
import type {
  ExitFacts,
  Running,
  SandboxHost,
  StartRequest,
} from "../../apps/worker/src/process/execution-types.ts";
import { scratchDirectory } from "./scratch.ts";
import { createSandboxHost } from "../../apps/worker/src/process/sandbox-host.ts";

/** A real host with a workspace of its own. Sandboxes are never tried as root: a pass there would mean nothing. */
export type TestSandbox = {
  host: SandboxHost;
  root: string;
  runDirectory: string;
  workspace: string;
  start: (argv: readonly string[], options?: RunOptions) => { running: Running; said: Said };
  run: (argv: readonly string[], options?: RunOptions) => Promise<Said & { facts: ExitFacts }>;
  close: () => Promise<void>;
};

export type Said = { stdout: string; stderr: string };

export type RunOptions = {
  session?: string;
  limits?: Partial<SandboxLimits>;
  profile?: Partial<SandboxProfile>;
  beforeGo?: StartRequest["beforeGo"];
  onChunk?: StartRequest["onChunk"];
};

export function refuseRoot(): void {
  if (process.getuid?.() === 0) {
    throw new Error("the sandbox tests need an unprivileged account: npm test gives them one");
  }
}

export function testDirectory(): string {
  return scratchDirectory("sandbox");
}

export function pin(path: string): HostPath {
  const found = statSync(path);
  return { path, device: found.dev, inode: found.ino };
}

export async function openSandbox(options: { egress?: boolean } = {}): Promise<TestSandbox> {
  refuseRoot();
  const root = testDirectory();
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  const runDirectory = join(root, "run");
  const host = await createSandboxHost({ runDirectory, log: () => undefined, egress: true, ...options });
  const start: TestSandbox["start"] = (argv, options = {}) => {
    const said: Said = { stdout: "", stderr: "" };
    const running = host.start({
      executionId: "test",
      ...(options.session === undefined ? {} : { session: options.session }),
      argv,
      profile: profileOf(workspace, options),
      beforeGo: options.beforeGo ?? (async () => true),
      onChunk:
        options.onChunk ??
        (async (stream, bytes) => {
          if (said[stream].length < 1_000_000) said[stream] += bytes.toString("latin1");
        }),
    });
    return { running, said };
  };
  const run: TestSandbox["run"] = async (argv, options) => {
    const { running, said } = start(argv, options);
    const facts = await running.done;
    return { ...said, facts };
  };
  return { host, root, runDirectory, workspace, start, run, close: host.close };
}

function profileOf(workspace: string, { limits, profile }: RunOptions): SandboxProfile {
  return {
    workspace: pin(workspace),
    keep: null,
    mounts: [],
    masks: [],
    deniedCommands: [],
    network: { kind: "none" },
    environment: {},
    strict: false,
    recordPrograms: false,
    limits: { ...defaultLimits, wallMs: 30_000, ...limits },
    ...profile,
  };
}

/** Processes of the host whose command line holds a word; zombies have none. */
export function processesWith(word: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(word) ? [Number(name)] : [];
    } catch (_gone) {
      return [];
    }
  });
}

/** Waits until it holds, at most `ms`; the last answer decides. */
export async function eventually(holds: () => boolean, ms = 5_000): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return holds();
}
