import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defaultLimits } from "@gatehouse/core/sandbox/profile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, openSandbox, pin, processesWith, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

/** Sandboxes of this run that stand, with or without a command: two bubblewraps each. */
const standing = (): number => processesWith(`${sandbox.runDirectory}/root-`).length;
const armed = (): Promise<boolean> => eventually(() => standing() === 2);

describe("a sandbox armed ahead", () => {
  it("stands after a session's first command and serves its second", async () => {
    await sandbox.run(["true"], { session: "a" });
    expect(await armed()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = processesWith(`${sandbox.runDirectory}/root-`);
    const { running, said } = sandbox.start(["sh", "-c", "echo hello; sleep 0.3"], { session: "a" });
    await eventually(() => said.stdout === "hello\n");
    expect(processesWith(`${sandbox.runDirectory}/root-`)).toEqual(before);
    expect((await running.done).exitCode).toBe(0);
  });

  it("is used once: nothing of one command is there for the next", async () => {
    for (let at = 0; at < 3; at += 1) {
      const { stdout } = await sandbox.run(
        ["sh", "-c", "ls /tmp /dev/shm ~/keep; echo x > /tmp/left; echo x > ~/keep/left; sleep 60 & "],
        { session: "a" },
      );
      expect(stdout).not.toContain("left");
      await armed();
    }
  });

  it("gets the environment of its own execution", async () => {
    await sandbox.run(["true"], { session: "a" });
    await armed();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { stdout } = await sandbox.run(["sh", "-c", "echo $TOKEN"], {
      session: "a",
      profile: { environment: { TOKEN: "fresh" } },
    });
    expect(stdout).toBe("fresh\n");
  });

  it("is thrown away when the profile changed", async () => {
    await sandbox.run(["true"], { session: "a" });
    await armed();
    const old = processesWith(`${sandbox.runDirectory}/root-`);
    const changed = await sandbox.run(["env"], { session: "a", profile: { deniedCommands: ["env"] } });
    expect(changed.facts.exitCode).toBe(126);
    expect(
      await eventually(() =>
        processesWith(`${sandbox.runDirectory}/root-`).every((pid) => !old.includes(pid)),
      ),
    ).toBe(true);
    const limited = await sandbox.run(["bash", "-c", "ulimit -u"], {
      session: "a",
      limits: { ...defaultLimits, processCount: 77 },
    });
    expect(limited.stdout).toBe("77\n");
  });

  it("serves no workspace but the one it was armed with", async () => {
    await sandbox.run(["sh", "-c", "echo old > mark"], { session: "a" });
    await armed();
    rmSync(sandbox.workspace, { recursive: true });
    mkdirSync(sandbox.workspace);
    const { stdout } = await sandbox.run(["sh", "-c", "ls; touch new"], { session: "a" });
    expect(stdout).toBe("");
  });

  it("is not handed to another session", async () => {
    await sandbox.run(["true"], { session: "a" });
    await armed();
    const before = processesWith(`${sandbox.runDirectory}/root-`);
    const { running, said } = sandbox.start(["sh", "-c", "echo up; sleep 0.3"], { session: "b" });
    await eventually(() => said.stdout === "up\n");
    expect(
      processesWith(`${sandbox.runDirectory}/root-`).filter((pid) => !before.includes(pid)).length,
    ).toBeGreaterThan(0);
    await running.done;
  });

  it("still waits for the commit, and runs nothing without it", async () => {
    await sandbox.run(["true"], { session: "a" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { facts } = await sandbox.run(["touch", "ran"], { session: "a", beforeGo: async () => false });
    expect(facts).toMatchObject({ started: false, refused: true });
    expect((await sandbox.run(["ls"], { session: "a" })).stdout).not.toContain("ran");
  });

  it("that died while it waited is replaced without a word", async () => {
    await sandbox.run(["true"], { session: "a" });
    await eventually(() => standing() >= 2);
    for (const pid of processesWith(`${sandbox.runDirectory}/root-`)) process.kill(pid, "SIGKILL");
    await eventually(() => standing() === 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await sandbox.run(["echo", "fine"], { session: "a" })).stdout).toBe("fine\n");
  });
});

describe("the end of a host", () => {
  it("is the end of what it armed", async () => {
    const other = await openSandbox();
    mkdirSync(join(other.root, "keep"));
    await other.run(["true"], { session: "z", profile: { keep: pin(join(other.root, "keep")) } });
    await other.close();
    expect(processesWith(`${other.runDirectory}/`)).toEqual([]);
  });
});
