import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { until } from "../helpers/wait.ts";

/** What runs in this process namespace; the number 1 is its shell. */
export type Seen = { pid: number; parent: number; name: string; state: string; words: string[] };

export function seenProcesses(): Seen[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const status = readFileSync(`/proc/${entry}/status`, "utf8");
      const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
      const words = readFileSync(`/proc/${entry}/cmdline`, "utf8").split("\0");
      return [
        {
          pid: Number(entry),
          parent: Number(field("PPid")),
          name: field("Name"),
          state: field("State"),
          words,
        },
      ];
    } catch (_absent) {
      return [];
    }
  });
}

export function descendants(pid: number): number[] {
  const all = seenProcesses();
  const found: number[] = [];
  const visit = (parent: number): void => {
    for (const one of all) {
      if (one.parent !== parent) continue;
      found.push(one.pid);
      visit(one.pid);
    }
  };
  visit(pid);
  return found;
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** A program that is ours to kill. `whole`: its children are signalled with it, as a machine that stops would. */
export type Part = {
  name: string;
  start(environment?: Record<string, string>): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
  pid(): number | null;
  /** not killed and not frozen, and it said that it is ready */
  isUp(): boolean;
  /** since when it has not been up; null while it is */
  downSince(): number | null;
};

type PartOptions = {
  name: string;
  command: () => { argv: readonly string[]; env: Record<string, string> };
  ready: RegExp;
  logFile: string;
  whole?: boolean;
  spawned?: (pid: number) => void;
  readyMs?: number;
  endSignal?: NodeJS.Signals;
};

export function createPart(options: PartOptions): Part {
  let child: ChildProcess | null = null;
  let up = false;
  let frozen = false;
  let downAt: number | null = performance.now();
  const living = (): number | null =>
    child !== null && child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null;
  const all = (): number[] => {
    const pid = living();
    if (pid === null) return [];
    return options.whole === true ? [pid, ...descendants(pid)] : [pid];
  };
  const gone = async (): Promise<void> => {
    const ending = child;
    if (ending === null || living() === null) return;
    await new Promise((resolve) => ending.once("exit", resolve));
  };
  const down = (): void => {
    up = false;
    downAt ??= performance.now();
  };
  const start = async (more: Record<string, string> = {}): Promise<void> => {
    const { argv, env } = options.command();
    const [file = "", ...args] = argv;
    const started = spawn(file, args, { env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    let text = "";
    for (const stream of [started.stdout, started.stderr])
      stream?.on("data", (part: Buffer) => {
        if (text.length < 100_000) text += part.toString();
        appendFileSync(options.logFile, part);
      });
    started.once("exit", (code, signal) => {
      appendFileSync(options.logFile, `--- ${options.name} ended: ${signal ?? code}\n`);
      if (child === started) down();
    });
    try {
      if (started.pid !== undefined) options.spawned?.(started.pid);
      await until(
        `${options.name} to be ready`,
        async () => {
          if (started.exitCode !== null || started.signalCode !== null)
            throw new Error(`${options.name} ended while it started: ${text.slice(-600)}`);
          return options.ready.test(text);
        },
        options.readyMs ?? 60_000,
      );
    } catch (error) {
      // whoever tries again must find nothing of this attempt
      signalAll(all(), "SIGKILL");
      throw error;
    }
    up = true;
    downAt = null;
  };
  return {
    name: options.name,
    start,
    async kill() {
      const pids = all();
      down();
      frozen = false;
      signalAll(pids, "SIGKILL");
      await gone();
    },
    freeze() {
      frozen = true;
      downAt ??= performance.now();
      signalAll(all(), "SIGSTOP");
    },
    thaw() {
      signalAll(all(), "SIGCONT");
      frozen = false;
      if (up) downAt = null;
    },
    async end() {
      const pid = living();
      if (pid === null) return;
      signalAll([pid], options.endSignal ?? "SIGTERM");
      await gone();
    },
    pid: living,
    isUp: () => up && !frozen && living() !== null,
    downSince: () => downAt,
  };
}

/** A step of the set-up that must work. */
export function must(file: string, args: readonly string[]): void {
  const result = spawnSync(file, [...args], { encoding: "utf8" });
  if (result.status !== 0)
    throw new Error(`${file} ${args.join(" ")}: ${result.error?.message ?? result.stderr}`);
}
