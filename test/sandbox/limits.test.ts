import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "../../apps/worker/src/process/outcome.ts";
import { openSandbox, pin, processesWith, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

const mib = 1024 ** 2;
const python = (...lines: string[]): string[] => ["python3", "-c", lines.join("\n")];
const word = `gh-bomb-${process.pid}`;

/** What a neighbour sees while a bomb goes off. */
async function neighbour(): Promise<string> {
  return (await sandbox.run(["echo", "unharmed"])).stdout;
}

describe("a bomb", () => {
  it("of processes stops at the limit and is gone with its execution", async () => {
    const bomb = sandbox.run(["sh", "-c", "f() { f | f & }; f; sleep 30", word], {
      limits: { wallMs: 1_500, processCount: 100 },
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await neighbour()).toBe("unharmed\n");
    expect(outcomeOf((await bomb).facts)).toBe("timed_out");
    expect(processesWith(word)).toEqual([]);
  });

  it("of memory in one process fails inside it", async () => {
    const { facts, stdout } = await sandbox.run(
      python("try:", "  x = bytearray(700 << 20); print('ESCAPE')", "except MemoryError: print('HELD')"),
      { limits: { memoryBytes: 512 * mib } },
    );
    expect(stdout).toBe("HELD\n");
    expect(facts.exitCode).toBe(0);
  });

  it("of memory in many processes ends as over its limit", async () => {
    const { facts, stdout } = await sandbox.run(
      python(
        "import os, time",
        "for i in range(8):",
        "  if os.fork() == 0:",
        "    x = bytearray(100 << 20)",
        "    for j in range(0, len(x), 4096): x[j] = 1",
        "    time.sleep(20); os._exit(0)",
        "time.sleep(20); print('ESCAPE')",
      ),
      { limits: { memoryBytes: 400 * mib } },
    );
    expect(facts.exceeded).toBe("memory");
    expect(outcomeOf(facts)).toBe("signalled");
    expect(stdout).not.toContain("ESCAPE");
  });

  it("of memory files that nobody maps ends as over its limit", async () => {
    const { facts } = await sandbox.run(
      python(
        "import os, time",
        "b = b'x' * (1 << 20)",
        "for i in range(8):",
        "  fd = os.memfd_create('m')",
        "  for j in range(100): os.write(fd, b)",
        "time.sleep(20)",
      ),
      { limits: { memoryBytes: 400 * mib } },
    );
    expect(facts.exceeded).toBe("memory");
  });

  it("of temporary files finds the place full", async () => {
    const { stdout } = await sandbox.run([
      "sh",
      "-c",
      "head -c 400000000 /dev/zero > /tmp/f || echo HELD; head -c 200000000 /dev/zero > /dev/shm/f || echo HELD",
    ]);
    expect(stdout).toBe("HELD\nHELD\n");
  });

  it("of one file stops at the file limit", async () => {
    const { facts } = await sandbox.run(["sh", "-c", "head -c 20000000 /dev/zero > big; exit $?"], {
      limits: { fileBytes: 10 * mib },
    });
    expect(facts.exitCode ?? facts.signal).not.toBe(0);
    rmSync(join(sandbox.workspace, "big"), { force: true });
  });

  it("of many files ends as over its disk", async () => {
    const { facts } = await sandbox.run(
      ["sh", "-c", "i=0; while :; do head -c 20000000 /dev/zero > f$i; i=$((i+1)); done"],
      { limits: { diskBytes: 200 * mib } },
    );
    expect(facts.exceeded).toBe("disk");
    for (const name of readdirSync(sandbox.workspace)) rmSync(join(sandbox.workspace, name));
  });

  it.each([
    ["closed to its owner", "mkdir d; exec 9> d/f; chmod 000 d; head -c 40000000 /dev/zero >&9"],
    [
      "deeper than a path can name",
      "n=$(printf 'd%.0s' $(seq 200)); for i in $(seq 40); do mkdir $n; cd $n; done; head -c 40000000 /dev/zero > f",
    ],
    ["of empty files and links", "for d in $(seq 8); do mkdir $d; (cd $d; seq 1000 | xargs touch); done"],
  ])("of files in a place %s ends as over its disk", async (_kind, script) => {
    const { facts } = await sandbox.run(["bash", "-c", `${script}; sleep 20`], {
      limits: { diskBytes: 20 * mib },
    });
    expect(facts.exceeded).toBe("disk");
    execFileSync("chmod", ["-R", "u+rwx", sandbox.workspace]);
    execFileSync("sh", ["-c", "rm -rf ./*"], { cwd: sandbox.workspace });
  });

  it("of files that many commands add little by little ends as over its disk", async () => {
    const add = (name: string) =>
      sandbox.run(["sh", "-c", `head -c 90000000 /dev/zero > ${name}; sleep 0.6`], {
        limits: { diskBytes: 200 * mib },
      });
    const outcomes = [];
    for (const name of ["a", "b", "c"]) outcomes.push((await add(name)).facts.exceeded);
    expect(outcomes).toEqual([null, null, "disk"]);
    for (const name of readdirSync(sandbox.workspace)) rmSync(join(sandbox.workspace, name));
    expect((await add("d")).facts.exceeded).toBe(null);
    rmSync(join(sandbox.workspace, "d"));
  });

  it("of files ends as over its disk whatever other programs free on the same file system meanwhile", async () => {
    const other = join(sandbox.root, "other");
    writeFileSync(other, Buffer.alloc(300 * mib));
    const full = sandbox.run(["sh", "-c", "head -c 230000000 /dev/zero > a; sleep 5"], {
      limits: { diskBytes: 200 * mib },
      beforeGo: async () => {
        setTimeout(() => rmSync(other), 20);
        return true;
      },
    });
    expect((await full).facts.exceeded).toBe("disk");
    rmSync(join(sandbox.workspace, "a"));
  });

  it("of CPU time ends as over its limit, spread over processes or not", async () => {
    const { facts } = await sandbox.run(["sh", "-c", "while :; do /bin/true; done"], {
      limits: { cpuMs: 1_000 },
    });
    expect(facts.exceeded).toBe("cpu");
    const one = await sandbox.run(["sh", "-c", "while :; do :; done"], { limits: { cpuMs: 1_000 } });
    expect(outcomeOf(one.facts)).toBe("signalled");
  });

  it("of open files runs out of them", async () => {
    const { stdout } = await sandbox.run(
      python(
        "import os",
        "try:",
        "  while True: os.open('/dev/null', 0)",
        "except OSError as e: print(e.errno)",
      ),
      { limits: { openFileCount: 64 } },
    );
    expect(stdout).toBe("24\n");
  });

  it("of locked memory is refused", async () => {
    const { stdout } = await sandbox.run(
      python(
        "import ctypes, mmap",
        "m = mmap.mmap(-1, 64 << 20)",
        "a = ctypes.addressof(ctypes.c_char.from_buffer(m))",
        "print(ctypes.CDLL(None).mlock(ctypes.c_void_p(a), ctypes.c_size_t(64 << 20)))",
      ),
    );
    expect(stdout).toBe("-1\n");
  });

  it("cannot raise a limit that was set", async () => {
    const { stdout } = await sandbox.run([
      "bash",
      "-c",
      "for k in u n f l c d; do ulimit -H -$k unlimited 2>/dev/null && echo RAISED $k; done; :",
    ]);
    expect(stdout).toBe("");
  });
});

describe("limits leave ordinary work alone", () => {
  it("so a parallel build has its processes and threads", async () => {
    const { stdout } = await sandbox.run(
      python(
        "import threading, time",
        "t = [threading.Thread(target=time.sleep, args=(0.2,)) for _ in range(100)]",
        "[x.start() for x in t]",
        "[x.join() for x in t]",
        "print('WORKS')",
      ),
    );
    expect(stdout).toBe("WORKS\n");
  });

  it("so Node has its address space", async () => {
    const { stdout } = await sandbox.run([
      "node",
      "-e",
      "fetch('data:text/plain,WORKS').then(r=>r.text()).then(console.log)",
    ]);
    expect(stdout).toBe("WORKS\n");
  });
});

describe("what is kept between executions", () => {
  it("is the member's own directory alone", async () => {
    const keep = join(sandbox.root, "keep");
    mkdirSync(keep);
    const profile = { keep: pin(keep) };
    await sandbox.run(["sh", "-c", "echo mine > ~/keep/f; mkdir -p ~/.cache/tool; echo x > /tmp/gone"], {
      profile,
    });
    const { stdout } = await sandbox.run(["sh", "-c", "cat ~/keep/f; ls -d ~/.cache/tool; ls /tmp"], {
      profile,
    });
    expect(stdout).toBe("mine\n/home/agent/.cache/tool\n");
  });
});
