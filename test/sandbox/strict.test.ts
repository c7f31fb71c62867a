import { agentWorkspace } from "@gatehouse/core/path/facts";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  eventually,
  openSandbox,
  pin,
  processesWith,
  type RunOptions,
  type TestSandbox,
} from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
let granted: string;
let tools: string;
let options: RunOptions;

/** Awkward on purpose: the names go through a table whose fields end at spaces. */
beforeAll(async () => {
  sandbox = await openSandbox();
  granted = join(sandbox.root, "granted to \\040 #all\tof us");
  tools = join(sandbox.root, "tools");
  const keep = join(sandbox.root, "keep");
  for (const directory of [granted, tools, keep]) mkdirSync(directory);
  writeFileSync(join(sandbox.root, "one-file"), "");
  copyFileSync("/usr/bin/printenv", join(tools, "tool"));
  options = {
    profile: {
      strict: true,
      keep: pin(keep),
      mounts: [
        { source: pin(granted), target: "/srv/granted", access: "write" },
        { source: pin(join(sandbox.root, "one-file")), target: "/srv/file", access: "write" },
        { source: pin(tools), target: "/srv/tools", access: "read" },
      ],
    },
  };
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

const strictly = (argv: readonly string[], more: RunOptions["profile"] = {}) =>
  sandbox.run(argv, { ...options, profile: { ...options.profile, ...more } });
const places = [".", "~/keep", "~/.cache", "/tmp", "/var/tmp", "/dev/shm", "/srv/granted"];
/** Tells that it ran, whatever it is called. */
const witness = "/usr/bin/printenv";

describe("under strict execution a program that a command brings", () => {
  it.each(places)("does not run from %s", async (place) => {
    const script = `cp ${witness} ${place}/p && ls ${place}/p >/dev/null && echo copied; ${place}/p HOME; (cd ${place} && ./p HOME); exec ${place}/p HOME`;
    const { stdout, stderr, facts } = await strictly(["bash", "-c", script]);
    expect(stdout).toBe("copied\n");
    expect(stderr).toContain("Permission denied");
    expect(facts.exitCode).toBe(126);
  });

  const execv = (path: string): string[] => ["python3", "-c", `import os; os.execv(${path}, ['p', 'HOME'])`];
  const prelude = "import os, shutil; ";
  it.each([
    ["over a granted file", ["sh", "-c", `cat ${witness} > /srv/file; chmod +x /srv/file; /srv/file HOME`]],
    ["by the loader", ["sh", "-c", `cp ${witness} p; $(ls /lib*/ld-linux-*.so.* | head -1) ./p HOME`]],
    ["through a symlink", ["sh", "-c", `cp ${witness} /tmp/p; ln -sf /tmp/p l; ./l HOME`]],
    ["through a hard link", ["sh", "-c", `cp ${witness} p; ln -f p h; ./h HOME`]],
    ["through /proc/self/root", ["sh", "-c", `cp ${witness} p; /proc/self/root$PWD/p HOME`]],
    ["through another's directory", ["sh", "-c", `cp ${witness} p; sleep 9 & /proc/$!/cwd/p HOME; kill $!`]],
    [
      "from Python",
      ["sh", "-c", `cp ${witness} p; ${execv("'./p'").slice(0, 2).join(" ")} "${execv("'./p'")[2]}"`],
    ],
    [
      "by descriptor",
      [
        "python3",
        "-c",
        `${prelude}shutil.copy('${witness}', 'p'); os.execve(os.open('p', 0), ['p', 'HOME'], os.environ)`,
      ],
    ],
    [
      "by a descriptor's name",
      [
        "python3",
        "-c",
        `${prelude}shutil.copy('${witness}', 'p'); os.execv(f'/proc/self/fd/{os.open("p", 0)}', ['p', 'HOME'])`,
      ],
    ],
    [
      "as a file without a name",
      [
        "python3",
        "-c",
        `${prelude}f = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o700); os.write(f, open('${witness}', 'rb').read()); g = os.open(f'/proc/self/fd/{f}', 0); os.close(f); os.execve(g, ['p', 'HOME'], os.environ)`,
      ],
    ],
    [
      "from memory",
      [
        "python3",
        "-c",
        `import os; f = os.memfd_create('p'); os.write(f, open('${witness}', 'rb').read()); os.execve(f, ['p', 'HOME'], os.environ)`,
      ],
    ],
    ["as a script by name", ["sh", "-c", "printf '#!/bin/sh\\necho /home/agent\\n' > s; chmod +x s; ./s"]],
    ["compiled here", ["sh", "-c", "echo 'int main(){puts(\"/home/agent\");}' | gcc -w -xc - -o c && ./c"]],
    [
      "as a library",
      [
        "sh",
        "-c",
        `cp $(ls /usr/lib/*/libz.so.1 | head -1) p.so; python3 -c "import ctypes; ctypes.CDLL('./p.so'); print('/home/agent')"`,
      ],
    ],
    [
      "mapped to be executed",
      [
        "python3",
        "-c",
        `${prelude}import mmap; shutil.copy('${witness}', 'p'); mmap.mmap(os.open('p', 2), 0, prot=5, flags=2); print('/home/agent')`,
      ],
    ],
    [
      "mapped, then made executable",
      [
        "perl",
        "-e",
        `system("cp ${witness} p"); open(F, "<p"); my $a = syscall(9, 0, 4096, 1, 2, fileno(F), 0); exit 1 if syscall(10, $a, 4096, 5) != 0; print "/home/agent"`,
      ],
    ],
  ])("does not run %s", async (_, argv) => {
    const loose = await strictly(argv, { strict: false });
    expect(loose.stdout).toContain("/home/agent");
    const { stdout, facts } = await strictly(argv);
    expect(stdout).not.toContain("/home/agent");
    expect(facts).toMatchObject({ started: true, sandboxFailure: null });
  });

  it("does not run with the network either, or while programs are recorded", async () => {
    const script = ["sh", "-c", `cp ${witness} p; ./p HOME; printenv USER`];
    const network = { kind: "egress", hosts: "public", exempt: [] } as const;
    for (const more of [{ network }, { recordPrograms: true }, { keep: null }]) {
      const { stdout, facts } = await strictly(script, more);
      expect(facts.sandboxFailure).toBeNull();
      expect(stdout).toBe("agent\n");
    }
  });

  it("finds no writable place with execution and no descriptor of the host's", async () => {
    const { stdout } = await strictly(["sh", "-c", "cat /proc/self/mountinfo; ls -l /proc/self/fd"]);
    const [mounts = "", descriptors = ""] = stdout.split(/^total.*$/m);
    const writable = mounts
      .split("\n")
      .map((line) => line.split(" "))
      .filter(([, , , , at = "", flags = ""]) => flags.startsWith("rw") && !/^\/dev\/(?!shm)/.test(at));
    expect(writable.map(([, , , , at]) => at).sort()).toEqual([
      ...["/dev/shm", "/home/agent/keep", agentWorkspace, "/srv/file", "/srv/granted", "/tmp"],
    ]);
    for (const [, , , , , flags] of writable) expect(flags).toContain("noexec");
    expect(descriptors.trim().split("\n")).toHaveLength(4);
  });
});

describe("under strict execution", () => {
  it("what is installed runs, interpreters read scripts, and a granted tool that cannot be changed runs", async () => {
    const script = [
      "echo 'echo from $0' > s.sh && bash s.sh && sh ./s.sh",
      "echo 'print(\"py\")' > s.py && python3 s.py",
      "echo 'console.log(\"js\")' > s.js && node s.js",
      "git init -q . && git status --short | head -1",
      "/srv/tools/tool HOME",
    ].join("\n");
    const { stdout, stderr } = await strictly(["bash", "-c", script]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^from s.sh\nfrom .\/s.sh\npy\njs\n\?\? .*\n\/home\/agent\n$/);
  });

  it("files are the worker's own, places in memory keep their size and are empty each time", async () => {
    const script =
      "touch made; echo x > /srv/file; echo x > /tmp/x; df --output=size -B1 /tmp /dev/shm | tail -2; ls /tmp";
    for (let time = 0; time < 2; time += 1) {
      const { stdout } = await strictly(["sh", "-c", script]);
      expect(stdout.trim().split(/\s+/)).toEqual([String(256 * 1024 ** 2), String(64 * 1024 ** 2), "x"]);
    }
    expect(pin(join(sandbox.workspace, "made")).device).toBe(pin(sandbox.workspace).device);
  });

  it("a sandbox is armed ahead, serves a strict call, and never one that is not", async () => {
    const session = { ...options, session: "strict" };
    const standing = () => processesWith(`${sandbox.runDirectory}/root-`).length;
    await sandbox.run(["true"], session);
    expect(await eventually(() => standing() === 2)).toBe(true);
    const script = ["sh", "-c", `cp ${witness} p; ./p HOME`];
    expect((await sandbox.run(script, session)).stdout).toBe("");
    expect(await eventually(() => standing() === 2)).toBe(true);
    const loose = { ...session, profile: { ...session.profile, strict: false } };
    expect((await sandbox.run(script, loose)).stdout).toBe("/home/agent\n");
  });

  it("a command that was cut short leaves nothing, however early", async () => {
    const word = `gh-strict-${process.pid}`;
    for (let round = 0; round < 40; round += 1) {
      const { running } = sandbox.start(["sh", "-c", "sleep 60; :", word], options);
      setTimeout(() => running.cancel("cut short"), Math.random() * 40);
      await running.done;
    }
    expect(processesWith(word)).toEqual([]);
    const left = () => processesWith(`${sandbox.runDirectory}/noexec/`).length;
    expect(await eventually(() => left() <= 2)).toBe(true); // one armed ahead may stand
  });
});
