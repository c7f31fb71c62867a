import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProgramRecord } from "@gatehouse/core/contracts/programs";
import {
  eventually,
  openSandbox,
  processesWith,
  type RunOptions,
  type TestSandbox,
} from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

async function recorded(argv: readonly string[], options: RunOptions = {}): Promise<ProgramRecord[]> {
  const profile = { ...options.profile, recordPrograms: true };
  const { facts } = await sandbox.run(argv, { ...options, profile });
  expect(facts.sandboxFailure).toBeNull();
  return facts.programs?.programs ?? [];
}

const names = (programs: ProgramRecord[]) => programs.map(({ path }) => path.split("/").at(-1));

describe("the record of what really ran", () => {
  it("holds the command and what its shell, interpreter and children executed, each with its parent", async () => {
    const script =
      "ls / >/dev/null; python3 -c \"import os; os.system('uname -r')\"; (exec env true); exit 3";
    const programs = await recorded(["bash", "-c", script]);
    expect(names(programs)).toEqual([
      "bash",
      "ls",
      "python3",
      expect.stringMatching(/^(da)?sh$/),
      "uname",
      "env",
      "true",
    ]);
    const parents = programs.map(({ parent }) => (parent === null ? null : names(programs)[parent]));
    expect(parents).toEqual([null, "bash", "bash", "python3", expect.stringMatching(/sh$/), "bash", "env"]);
    expect(programs[0]?.exitCode).toBe(3);
    expect(programs[2]?.argv).toEqual(["python3", "-c", "import os; os.system('uname -r')"]);
  });

  it("passes exit code, signal and output through as they are", async () => {
    const profile = { recordPrograms: true };
    const { facts, stdout } = await sandbox.run(["sh", "-c", "echo out; kill -SEGV $$"], { profile });
    expect(stdout).toBe("out\n");
    expect(facts).toMatchObject({ exitCode: null, signal: "SIGSEGV" });
    expect((await sandbox.run(["sh", "-c", "exit 7"], { profile })).facts.exitCode).toBe(7);
  });

  it("puts no word of its own end into the output of a command that is killed while it starts programs", async () => {
    const loops = "for each in 1 2 3 4; do (while :; do /bin/true; done) & done";
    const ends = Array.from({ length: 8 }, async () => {
      const said = { stdout: "", stderr: "" };
      const { running } = sandbox.start(["bash", "-c", `trap '' TERM; ${loops}; echo up; wait`], {
        profile: { recordPrograms: true },
        limits: { graceMs: 50 },
        onChunk: async (stream, bytes) => {
          said[stream] += bytes.toString();
          running.cancel("enough");
        },
      });
      const facts = await running.done;
      expect(facts).toMatchObject({ sandboxFailure: null, cancelled: "enough" });
      return said;
    });
    for (const said of await Promise.all(ends)) expect(said).toEqual({ stdout: "up\n", stderr: "" });
  });

  it("cannot be left by a process: one that its tracer does not see executes nothing", async () => {
    const untraced = [
      "import ctypes, os",
      "libc = ctypes.CDLL(None, use_errno=True)",
      "pid = libc.syscall(56, 0x00800000 | 17, 0, 0, 0, 0)",
      "if pid == 0:",
      "    try: os.execv('/bin/uname', ['uname', 'unseen'])",
      "    except OSError as error: os._exit(9)",
      "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
    ].join("\n");
    const { stdout, facts } = await sandbox.run(["python3", "-c", untraced], {
      profile: { recordPrograms: true },
    });
    const seen = names(facts.programs?.programs ?? []).includes("uname");
    expect(stdout.trim() === "9" || seen).toBe(true);
  });

  it("shows a denied program as the stub that stood in its place", async () => {
    const programs = await recorded(["sh", "-c", "uname || true"], {
      profile: { deniedCommands: ["uname"] },
    });
    expect(programs.find(({ path }) => path.endsWith("/uname"))?.exitCode).toBe(126);
  });

  it("is as long as five thousand and counts the rest", async () => {
    const profile = { recordPrograms: true };
    const script = "i=0; while [ $i -lt 5100 ]; do /bin/true; i=$((i+1)); done";
    const { facts } = await sandbox.run(["sh", "-c", script], { profile, limits: { wallMs: 110_000 } });
    expect(facts.programs?.programs).toHaveLength(5000);
    expect(facts.programs?.more).toBe(101);
  });

  it("leaves no process when a recorded command is cancelled", async () => {
    const marker = `gh-trace-${process.pid}`;
    const { running } = sandbox.start(
      ["sh", "-c", `setsid sleep 300 & trap '' TERM; sleep 300; : ${marker}`],
      {
        profile: { recordPrograms: true },
      },
    );
    await eventually(() => processesWith(marker).length > 0);
    running.cancel("test");
    const facts = await running.done;
    expect(facts.cancelled).toBe("test");
    expect(await eventually(() => processesWith(marker).length === 0)).toBe(true);
  });

  it("is used from a sandbox armed ahead, too", async () => {
    const options = { session: "armed-trace", profile: { recordPrograms: true } };
    await sandbox.run(["true"], options);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { facts } = await sandbox.run(["ls", "/"], options);
    expect(names(facts.programs?.programs ?? [])).toEqual(["ls"]);
  });

  it("says that nothing was recorded where policy does not want it", async () => {
    const { facts } = await sandbox.run(["true"]);
    expect(facts.programs).toBeNull();
  });
});
