import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSandbox, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

/** env prints its arguments' environment: harmless, everywhere installed, and easy to tell from a stub. */
const deniedCommands = ["env", "nohup", "tac"];
const profile = { deniedCommands };
const runs = (argv: readonly string[]) => sandbox.run(argv, { profile });

describe("a denied program", () => {
  it("says why and exits 126", async () => {
    const { facts, stderr } = await runs(["env"]);
    expect(facts.exitCode).toBe(126);
    expect(stderr).toContain("denied by policy");
  });

  it.each([
    ["by its path", ["/usr/bin/env"]],
    ["through /proc", ["/proc/self/root/usr/bin/env"]],
    ["as a copy", ["sh", "-c", "cp /usr/bin/env ./x && ./x"]],
    ["through a link", ["sh", "-c", "ln -sf /usr/bin/env ./l && ./l"]],
    ["under another name", ["bash", "-c", "exec -a other env"]],
    ["by find", ["find", "/usr/bin/env", "-exec", "{}", ";"]],
    ["by xargs", ["sh", "-c", "echo x | xargs env"]],
    ["from Python", ["python3", "-c", "import os; os.execv('/usr/bin/env', ['env'])"]],
    [
      "from Node",
      ["node", "-e", "const r=require('child_process').spawnSync('env');process.stderr.write(r.stderr)"],
    ],
    ["from make", ["make", "--eval=$(info $(shell env))", "-f", "/dev/null"]],
    ["from git", ["git", "-c", "alias.z=!env", "z"]],
    ["by the loader", ["sh", "-c", "$(ls /lib*/ld-linux-*.so.* | head -1) /usr/bin/env"]],
  ])("does not run %s", async (_, argv) => {
    const { stdout, stderr } = await runs(argv);
    expect(stdout).not.toContain("HOME=");
    expect(stderr).toContain("denied by policy");
  });

  it("takes a multi-call program with it", async () => {
    expect((await runs(["busybox", "env"])).stderr).toContain("denied by policy");
    const others = await sandbox.run(["busybox", "echo", "fine"]);
    expect(others.stdout).toBe("fine\n");
  });

  it("leaves its neighbours alone", async () => {
    const { stdout } = await runs(["sh", "-c", "printenv HOME; echo b | cat; which rm"]);
    expect(stdout).toBe("/home/agent\nb\n/usr/bin/rm\n");
  });
});

describe("a long deny list", () => {
  const many = [
    ...["env", "nohup", "tac", "tee", "seq", "shuf", "sum", "split"],
    ...Array.from({ length: 200 }, (_, at) => `absent-${at}`),
  ];

  it("covers every program on it, and what is not on it still runs", async () => {
    const script =
      "for p in env nohup tac tee seq shuf sum split; do $p x 2>/dev/null; echo $?; done; ls / >/dev/null && git --version && git merge-file -h | head -1";
    const { stdout } = await sandbox.run(["sh", "-c", script], { profile: { deniedCommands: many } });
    expect(stdout.split("\n").slice(0, 8)).toEqual(Array(8).fill("126"));
    expect(stdout).toContain("git version");
  });

  it("costs a handful of mounts, not one a name", async () => {
    const few = await sandbox.run(["true"], { profile });
    const { facts } = await sandbox.run(["true"], { profile: { deniedCommands: many } });
    expect(facts.bwrapArgs.length - few.facts.bwrapArgs.length).toBeLessThan(12);
  });
});

describe("a deny list that names the shells", () => {
  it("still starts other programs, and none of the shells", async () => {
    const { stdout, facts } = await sandbox.run(
      [
        "python3",
        "-c",
        "import os; print('ran', flush=True); os.execvp('bash', ['bash', '-c', 'echo shell'])",
      ],
      { profile: { deniedCommands: ["bash", "sh", "dash"] } },
    );
    expect(stdout).toBe("ran\n");
    expect(facts.exitCode).toBe(126);
  });
});

describe("what stays open", () => {
  it("is a program that the command brings itself", async () => {
    const own = join(sandbox.workspace, "own");
    mkdirSync(own, { recursive: true });
    copyFileSync("/usr/bin/printenv", join(own, "env"));
    writeFileSync(join(own, "note"), "");
    const { stdout } = await runs(["own/env", "HOME"]);
    expect(stdout).toBe("/home/agent\n");
  });
});
