import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "../../apps/worker/src/process/outcome.ts";
import { eventually, openSandbox, processesWith, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

const marker = (name: string): string => `gh-life-${name}-${process.pid}`;

describe("a command", () => {
  it("gets argv byte for byte", async () => {
    const argv = ["", "a b", "line\nbreak", "$HOME `id` \\", "é工", "-n", "x".repeat(100_000)];
    const { stdout } = await sandbox.run(["printf", "%s\\0", ...argv]);
    expect(Buffer.from(stdout, "latin1").toString("utf8").split("\0").slice(0, -1)).toEqual(argv);
  });

  it("gives back its exit code, and its signal where it died of one", async () => {
    expect((await sandbox.run(["sh", "-c", "exit 7"])).facts).toMatchObject({ exitCode: 7, signal: null });
    expect((await sandbox.run(["sh", "-c", "kill -SEGV $$"])).facts).toMatchObject({
      exitCode: null,
      signal: "SIGSEGV",
    });
  });

  it("that is not there ends with 127 and says so", async () => {
    const { facts, stderr } = await sandbox.run(["no-such-program"]);
    expect(facts.exitCode).toBe(127);
    expect(stderr).toContain("no-such-program: command not found");
  });

  it("starts only after the start was committed", async () => {
    let committed = false;
    const { facts, stdout } = await sandbox.run(["echo", "ran"], {
      beforeGo: async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        committed = true;
        return true;
      },
    });
    expect(committed).toBe(true);
    expect(stdout).toBe("ran\n");
    expect(facts.startedAt).not.toBeNull();
  });

  it("never starts where the start is not committed", async () => {
    const no = await sandbox.run(["touch", "ran"], { beforeGo: async () => false });
    expect(outcomeOf(no.facts)).toBe("refused");
    const failed = await sandbox.run(["touch", "ran"], {
      beforeGo: () => Promise.reject(new Error("no database")),
    });
    expect(outcomeOf(failed.facts)).toBe("sandbox_failed");
    expect(failed.facts.sandboxFailure).toContain("no database");
    expect(readdirSync(sandbox.workspace)).not.toContain("ran");
  });
});

describe("the end of a command", () => {
  it("is the end of its daemons", async () => {
    const word = marker("daemon");
    await sandbox.run([
      "sh",
      "-c",
      `setsid sh -c 'sleep 60; :' ${word} </dev/null >/dev/null 2>&1 & sleep 0.2`,
    ]);
    expect(await eventually(() => processesWith(word).length === 0)).toBe(true);
  });

  it("comes with the command, not with a child that holds its output", async () => {
    const before = Date.now();
    await sandbox.run(["sh", "-c", "sleep 30 & echo done"]);
    expect(Date.now() - before).toBeLessThan(5_000);
  });

  it("comes within two seconds of a cancel, whatever the command ignores", async () => {
    const word = marker("stubborn");
    const script = `trap '' TERM INT HUP; (kill -STOP $(sh -c 'echo $PPID')) & echo up; while :; do sleep 60; done`;
    const { running, said } = sandbox.start(["sh", "-c", script, word]);
    await eventually(() => said.stdout.includes("up"));
    const before = Date.now();
    running.cancel("stopped by a person");
    const facts = await running.done;
    expect(Date.now() - before).toBeLessThan(2_000);
    expect(facts.cancelled).toBe("stopped by a person");
    expect(outcomeOf(facts)).toBe("cancelled");
    expect(processesWith(word)).toEqual([]);
  });

  it("lets a trap run first", async () => {
    const { running, said } = sandbox.start([
      "sh",
      "-c",
      "trap 'echo tidy; exit 3' TERM; echo up; sleep 60 & wait",
    ]);
    await eventually(() => said.stdout.includes("up"));
    running.cancel("enough");
    expect((await running.done).exitCode).toBe(3);
    expect(said.stdout).toContain("tidy");
  });

  it("comes at the time limit, by one cause", async () => {
    const { facts } = await sandbox.run(["sleep", "60"], { limits: { wallMs: 300 } });
    expect(outcomeOf(facts)).toBe("timed_out");
  });

  it("cancelled before it was ready runs nothing", async () => {
    const { running } = sandbox.start(["touch", "early"]);
    running.cancel("changed my mind");
    const facts = await running.done;
    expect(facts.started).toBe(false);
    expect(readdirSync(sandbox.workspace)).not.toContain("early");
  });

  it("comes when the launcher dies, and the next command runs again", async () => {
    const word = marker("launcher");
    const { running, said } = sandbox.start(["sh", "-c", "echo up; sleep 60; :", word]);
    await eventually(() => said.stdout.includes("up"));
    for (const pid of processesWith(`${sandbox.runDirectory}/launcher-`)) process.kill(pid, "SIGKILL");
    const facts = await running.done;
    expect(outcomeOf(facts)).toBe("sandbox_failed");
    expect(await eventually(() => processesWith(word).length === 0)).toBe(true);
    expect(await eventually(() => processesWith(`${sandbox.runDirectory}/launcher-`).length === 1)).toBe(
      true,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await sandbox.run(["echo", "again"])).stdout).toBe("again\n");
  });
});

describe("output", () => {
  it("is bytes, of both streams, in full", async () => {
    const parts: Buffer[] = [];
    const { facts } = await sandbox.run(["sh", "-c", "head -c 3000000 /dev/zero; printf '\\377\\000' >&2"], {
      onChunk: async (_, bytes) => void parts.push(bytes),
    });
    expect(facts.bytes).toEqual({ stdout: 3_000_000, stderr: 2 });
    expect(Buffer.concat(parts).length).toBe(3_000_002);
  });

  it("waits for whoever keeps it and ends with the last byte kept", async () => {
    let busy = 0;
    let kept = 0;
    const { facts } = await sandbox.run(
      ["sh", "-c", "head -c 400000 /dev/zero; head -c 400000 /dev/zero >&2"],
      {
        onChunk: async (_, bytes) => {
          busy += 1;
          expect(busy).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 10));
          kept += bytes.length;
          busy -= 1;
        },
      },
    );
    expect(kept).toBe(800_000);
    expect(facts.exitCode).toBe(0);
  });

  it("ends the command at its cap, to the byte", async () => {
    const { facts } = await sandbox.run(["yes"], { limits: { outputBytes: 1_000_001 } });
    expect(facts.bytes.stdout).toBe(1_000_001);
    expect(outcomeOf(facts)).toBe("output_capped");
  });

  it("that nobody can keep ends the command", async () => {
    const { facts } = await sandbox.run(["yes"], { onChunk: () => Promise.reject(new Error("lease lost")) });
    expect(facts.sandboxFailure).toContain("lease lost");
  });
});
