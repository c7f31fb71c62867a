import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../helpers/bundle-program.ts";
import { eventually, openSandbox, processesWith, refuseRoot, testDirectory } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

const sources = new URL("../", import.meta.url);
let program: string;
let launcher: string;
beforeAll(async () => {
  refuseRoot();
  program = await bundleProgram(fileURLToPath(new URL("helpers/programs/sandbox-worker.ts", sources)));
  launcher = await bundleProgram(fileURLToPath(new URL("../apps/worker/src/process/launcher.ts", sources)));
});

function place(): { runDirectory: string; workspace: string } {
  const root = testDirectory();
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  return { runDirectory: join(root, "run"), workspace };
}

function startWorker(at: ReturnType<typeof place>, argv: string[], options = {}): ChildProcess {
  const args = [program, at.runDirectory, launcher, at.workspace, JSON.stringify(options), ...argv];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** SIGKILLs a worker so long after it said that it starts its command. */
async function killAfter(worker: ChildProcess, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    worker.stdout?.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes("starting")) setTimeout(() => worker.kill("SIGKILL"), ms);
    });
    worker.once("exit", () => resolve());
  });
}

afterAll(removeScratch);

describe("a worker killed with SIGKILL", () => {
  it("at 600 random moments of a start, four in each of 150 workers, leaves no command, no launcher and no sandbox", {
    timeout: 300_000,
  }, async () => {
    const word = `gh-killed-${process.pid}`;
    const places = [place(), place(), place()];
    let left = 150;
    await Promise.all(
      places.map(async (at) => {
        while (left-- > 0) {
          const argv = ["sh", "-c", "sh -c 'sleep 60; :' $0; :", word];
          await killAfter(startWorker(at, argv, { starts: 4, spreadMs: 40 }), Math.random() * 40);
        }
      }),
    );
    expect(await eventually(() => processesWith(word).length === 0)).toBe(true);
    expect(await eventually(() => processesWith(launcher).length === 0)).toBe(true);
    for (const at of places)
      expect(await eventually(() => processesWith(`${at.runDirectory}/`).length === 0)).toBe(true);
  });

  it.each([
    ["a fork bomb", ["sh", "-c", "f() { f | f & }; f; sleep 30"]],
    ["a memory bomb", ["python3", "-c", "x = []\nwhile True: x.append(bytearray(1 << 20))"]],
    ["an output flood", ["yes"]],
    ["a busy loop", ["sh", "-c", "while :; do :; done"]],
  ])("in the middle of %s leaves nothing after five seconds", async (_, argv) => {
    const at = place();
    const word = `gh-mid-${process.pid}-${Date.now()}`;
    await killAfter(
      startWorker(at, ["sh", "-c", '"$@"', word, ...argv], { limits: { processCount: 200 } }),
      400,
    );
    const left = (): number[] => [...processesWith(word), ...processesWith(`${at.runDirectory}/`)];
    await eventually(() => left().length === 0, 5_000);
    expect(left()).toEqual([]);
  });

  it("leaves pipes behind that the next worker sweeps", async () => {
    const at = place();
    await killAfter(startWorker(at, ["sleep", "60"]), 200);
    await eventually(() => processesWith(launcher).length === 0);
    const left = readdirSync(join(at.runDirectory, "fifo"));
    const next = startWorker(at, ["true"]);
    await new Promise((resolve) => next.once("exit", resolve));
    const now = readdirSync(join(at.runDirectory, "fifo"));
    expect(left.length).toBeGreaterThan(0);
    expect(now.filter((name) => left.includes(name))).toEqual([]);
  });
});

describe("a thousand executions, some of them cut short", () => {
  it("leave no process, no pipe and no stray file", { timeout: 400_000 }, async () => {
    const sandbox = await openSandbox();
    let left = 1_000;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        const { running } = sandbox.start(["sh", "-c", "sleep 0.01; :", "gh-thousand"]);
        if (Math.random() < 0.3) setTimeout(() => running.cancel("cut short"), Math.random() * 30);
        await running.done;
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    expect(readdirSync(sandbox.workspace)).toEqual([]);
    expect(processesWith("gh-thousand")).toEqual([]);
    await sandbox.close();
    expect(processesWith(`${sandbox.runDirectory}/`)).toEqual([]);
    expect(readdirSync(join(sandbox.runDirectory, "fifo"))).toEqual([]);
  });
});
