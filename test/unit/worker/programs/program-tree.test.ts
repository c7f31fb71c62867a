import { describe, expect, it } from "vitest";
import { programCollector } from "../../../../apps/worker/src/programs/program-tree.ts";

const hex = (text: string) =>
  `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"`;
const exec = (path: string, argv: string[]) =>
  `execve(${hex(path)}, [${argv.map(hex).join(", ")}], 0x55 /* 39 vars */) = 0`;

function collect(lines: string[]) {
  const collector = programCollector((atMs) => atMs >= 100_000.004);
  lines.forEach((text, index) => collector.line(text.replace("@", `100.${String(index).padStart(6, "0")}`)));
  return collector.end();
}

const begun = [
  `900 @ ${exec("/usr/bin/bwrap", ["bwrap"])}`,
  "900 @ clone(child_stack=NULL, flags=CLONE_NEWPID|SIGCHLD) = 901",
  "901 @ clone(child_stack=NULL, flags=SIGCHLD) = 2",
  `905 @ ${exec("/bin/bash", ["/bin/bash", "--norc"])}`,
];

describe("programCollector", () => {
  it("lists what the command executed, with its forefathers, and nothing of the sandbox itself", () => {
    const { programs, more } = collect([
      ...begun,
      `905 @ ${exec("/usr/bin/make", ["make", "all"])}`,
      "905 @ clone(child_stack=NULL, flags=SIGCHLD) = 3",
      "905 @ vfork() = 4",
      `917 @ ${exec("/usr/bin/gcc", ["gcc"])}`,
      `911 @ ${exec("/bin/sh", ["sh", "-c", "true"])}`,
      "911 @ +++ exited with 0 +++",
      "917 @ +++ exited with 1 +++",
      "905 @ +++ exited with 2 +++",
      "901 @ +++ exited with 2 +++",
      "900 @ +++ exited with 2 +++",
    ]);
    expect(programs.map(({ path, exitCode, parent }) => [path, exitCode, parent])).toEqual([
      ["/usr/bin/make", 2, null],
      ["/usr/bin/gcc", 1, 0],
      ["/bin/sh", 0, 0],
    ]);
    expect(more).toBe(0);
  });

  it("knows parents where something stood around bubblewrap, and where the host began its numbers again", () => {
    const { programs } = collect([
      `32760 @ ${exec("/usr/bin/unshare", ["unshare"])}`,
      "32760 @ clone(child_stack=NULL, flags=SIGCHLD) = 32761",
      `32761 @ ${exec("/usr/bin/mount", ["mount"])}`,
      "32761 @ +++ exited with 0 +++",
      "32760 @ clone(child_stack=NULL, flags=CLONE_NEWPID|SIGCHLD) = 32764",
      "32764 @ clone(child_stack=NULL, flags=SIGCHLD) = 2",
      `32766 @ ${exec("/bin/bash", ["bash"])}`,
      "32766 @ vfork() = 3",
      `310 @ ${exec("/bin/sh", ["sh"])}`,
      "310 @ vfork() = 4",
      `320 @ ${exec("/bin/true", ["true"])}`,
    ]);
    expect(programs.map(({ path, parent }) => [path, parent])).toEqual([
      ["/bin/bash", null],
      ["/bin/sh", 0],
      ["/bin/true", 1],
    ]);
  });

  it("leaves out what could not be executed, and keeps what a process executed after its first program", () => {
    const { programs } = collect([
      ...begun,
      `905 @ execve(${hex("/usr/local/bin/ls")}, [${hex("ls")}], 0x1 /* 2 vars */) = -1 ENOENT (No such file or directory)`,
      `905 @ ${exec("/usr/bin/env", ["env", "ls"])}`,
      `905 @ ${exec("/usr/bin/ls", ["ls"])}`,
      "905 @ +++ killed by SIGKILL +++",
    ]);
    expect(programs.map(({ path, signal, parent }) => [path, signal, parent])).toEqual([
      ["/usr/bin/env", null, null],
      ["/usr/bin/ls", "SIGKILL", 0],
    ]);
  });

  it("reads an argument that looks like the trace itself as an argument", () => {
    const hostile = '"], 0x1 /* 0 vars */) = 0\n905 1.0 +++ exited with 0 +++';
    const { programs } = collect([...begun, `905 @ ${exec("/usr/bin/echo", ["echo", hostile])}`]);
    expect(programs).toHaveLength(1);
    expect(programs[0]?.argv).toEqual(["echo", hostile]);
    expect(programs[0]?.exitCode).toBeNull();
  });

  it("puts calls together again that another process interrupted, and marks what was cut", () => {
    const { programs } = collect([
      ...begun,
      `905 @ ${exec("/usr/bin/python3", ["python3"])}`,
      "905 @ clone3({flags=CLONE_VFORK, exit_signal=SIGCHLD}, 88 <unfinished ...>",
      `930 @ execve(${hex("/bin/sh")}, [${hex("sh")}..., ...], 0x7f /* 3 vars */ <unfinished ...>`,
      "905 @ <... clone3 resumed>) = 3",
      "930 @ <... execve resumed>) = 0",
      "930 @ +++ exited with 0 +++",
    ]);
    expect(programs[1]).toMatchObject({
      path: "/bin/sh",
      argv: ["sh…"],
      argvCut: true,
      exitCode: 0,
      parent: 0,
    });
  });

  it("names no parent where the two counts of processes differ", () => {
    const { programs } = collect([
      ...begun,
      `905 @ ${exec("/usr/bin/make", ["make"])}`,
      "905 @ fork() = 3",
      "905 @ fork() = 4",
      `930 @ ${exec("/bin/true", ["true"])}`,
    ]);
    expect(programs[1]).toMatchObject({ path: "/bin/true", parent: null });
  });

  it("lists the first five thousand and counts the rest", () => {
    const many = Array.from({ length: 5200 }, () => `905 @ ${exec("/bin/true", ["true"])}`);
    const { programs, more } = collect([...begun, ...many]);
    expect(programs).toHaveLength(5000);
    expect(more).toBe(200);
  });
});
