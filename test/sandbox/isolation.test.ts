import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
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

const sh = async (script: string): Promise<string> => (await sandbox.run(["sh", "-c", script])).stdout;
const python = async (...lines: string[]): Promise<string> =>
  (await sandbox.run(["python3", "-c", lines.join("\n")])).stdout;

describe("the file system inside", () => {
  it("has nothing of the host's outside system directories", async () => {
    mkdirSync(join(sandbox.root, "other"));
    writeFileSync(join(sandbox.root, "other/secret"), "CANARY");
    expect(
      await sh(
        `cat ${sandbox.root}/other/secret ../other/secret /proc/1/root${sandbox.root}/other/secret 2>&1`,
      ),
    ).not.toContain("CANARY");
    expect(await sh("ls -A / /run /home /root /sys /srv /opt /mnt 2>/dev/null | tr '\\n' ' '")).not.toMatch(
      /docker|systemd|authorized/,
    );
  });

  it("can be written in the workspace, keep, /tmp and /dev/shm alone", async () => {
    const script =
      "for d in / /etc /usr /usr/bin /home /home/agent /dev /proc /run /var; do (echo x > $d/p) 2>/dev/null && echo WROTE $d; done; for d in . ~/keep /tmp /dev/shm ~/.cache; do echo x > $d/p && rm $d/p && echo ok; done";
    expect(await sh(script)).toBe("ok\n".repeat(5));
  });

  it("holds start-up files of ours that the command cannot replace", async () => {
    const script =
      "(echo 'echo PLANTED' > ~/.bashrc) 2>/dev/null; mv ~/.profile ~/x 2>/dev/null; rm -f ~/.bashrc 2>/dev/null; bash -c 'echo body'; bash -lc 'echo login'";
    expect(await sh(script)).toBe("body\nlogin\n");
  });

  it("leaves no set-id file behind", async () => {
    expect(
      await sh(
        "cp /bin/true s; chmod 4755 s || echo HELD; python3 -c \"import os; os.open('t', os.O_CREAT|os.O_WRONLY, 0o6755)\" 2>/dev/null || echo HELD",
      ),
    ).toBe("HELD\nHELD\n");
  });
});

describe("the processes inside", () => {
  it("see themselves alone", async () => {
    expect(Number((await sh("ls /proc | grep -c '^[0-9]'")).trim())).toBeLessThan(8);
  });

  it("hold no descriptor but the three standard ones", async () => {
    expect(await sh("ls /proc/self/fd | tr '\\n' ' '")).toBe("0 1 2 3 ");
    expect(await sh("readlink /proc/$$/fd/0")).toBe("/dev/null\n");
  });

  it("can reopen their output", async () => {
    expect(await sh("echo one > /dev/stdout; echo two > /proc/self/fd/1")).toBe("one\ntwo\n");
  });

  it("run as nobody's root, with no capability, no new privileges and a filter", async () => {
    expect(await sh("id -u; grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\t'")).toBe(
      "1000\nCapEff:0000000000000000\nNoNewPrivs:1\nSeccomp:2\n",
    );
  });

  it("make no namespace, trace nothing and reach into nobody's memory", async () => {
    expect(
      await sh(
        "unshare -U true 2>/dev/null && echo ESCAPE; bwrap --ro-bind / / true 2>/dev/null && echo ESCAPE; (echo x > /proc/1/mem) 2>/dev/null && echo ESCAPE; mount -t tmpfs x /tmp 2>/dev/null && echo ESCAPE; echo HELD",
      ),
    ).toBe("HELD\n");
  });

  it("die of a call through the 32-bit entry", async () => {
    if (process.arch !== "x64") return;
    const { facts } = await sandbox.run([
      "python3",
      "-c",
      "import ctypes, mmap\nm = mmap.mmap(-1, 4096, prot=7)\nm.write(bytes.fromhex('b814000000cd80c3'))\nctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))()",
    ]);
    expect(facts.signal).toBe("SIGSYS");
  });
});

describe("the network inside", () => {
  it("is a loopback interface of its own", async () => {
    const server = createServer((socket) => socket.end("HIT"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const said = await python(
      "import socket",
      "try:",
      `  s = socket.create_connection(('127.0.0.1', ${port}), 2); print('ESCAPE', s.recv(9))`,
      "except OSError as e: print('HELD')",
      "for f, t, p in ((17, 3, 0), (40, 1, 0), (16, 3, 12), (38, 5, 0)):",
      "  try: socket.socket(f, t, p); print('ESCAPE', f)",
      "  except OSError: pass",
      "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); c = socket.create_connection(s.getsockname()); print('WORKS')",
    );
    server.close();
    expect(said).toBe("HELD\nWORKS\n");
  });

  it("is refused where the host has no way out, and never the host's own", async () => {
    const closed = await openSandbox({ egress: false });
    const network = { kind: "egress" as const, hosts: "public" as const, exempt: [] };
    const { facts } = await closed.run(["true"], { profile: { network } });
    await closed.close();
    expect(facts.sandboxFailure).toBe("this host offers no network");
    expect(facts.started).toBe(false);
  });
});

describe("every probe of a way out", () => {
  const probes = join(import.meta.dirname, "../helpers/programs/escape-probes.py");
  const network = { kind: "egress", hosts: "public", exempt: [] } as const;
  it.each([
    ["", {}],
    [", under strict execution", { strict: true }],
    [", with the network", { network }],
  ] as const)("is held%s", async (_, profile) => {
    copyFileSync(probes, join(sandbox.workspace, "probes.py"));
    const { stdout, stderr } = await sandbox.run(["python3", "probes.py"], { profile });
    const lines = stdout.trim().split("\n");
    expect(stderr).toBe("");
    expect(lines.length).toBeGreaterThan(150);
    expect(lines.filter((line) => !line.endsWith(": held"))).toEqual([]);
  });

  it("reaches something where nothing holds it", () => {
    const said = execFileSync("python3", [probes, "tracing ones own child", "opening /sys"], {
      encoding: "utf8",
    });
    expect(said).toMatch(/^tracing ones own child: reached .*\nopening \/sys: reached \d+\n$/);
  });
});

describe("ordinary work inside", () => {
  it.each([
    [
      "a commit",
      "git init -q g && cd g && echo a > a && git add a && git commit -qm m && git log --oneline | wc -l",
      "1\n",
    ],
    ["a compiler", "printf 'int main(){return 0;}' > w.c && gcc -o w w.c && ./w && echo ok", "ok\n"],
    ["a virtual environment", "python3 -m venv --without-pip v && v/bin/python -c 'print(\"ok\")'", "ok\n"],
    [
      "a package script",
      'printf \'{"name":"a","version":"1.0.0","scripts":{"x":"echo ok"}}\' > package.json && npm run --silent x',
      "ok\n",
    ],
    [
      "global configuration of git",
      "git config --global alias.st status && git config --global alias.st",
      "status\n",
    ],
    [
      "a fork server",
      "python3 -c \"import multiprocessing as m; m.set_start_method('forkserver'); print(m.Pool(2).map(abs, [-1, -2]))\"",
      "[1, 2]\n",
    ],
    ["a shell's process substitution", "bash -c 'cat <(echo ok)'", "ok\n"],
    [
      "a unix socket",
      "python3 -c \"import socket; s=socket.socket(socket.AF_UNIX); s.bind('u.sock'); s.listen(); print('ok')\"",
      "ok\n",
    ],
  ])("lets %s be", async (_, script, expected) => {
    expect(await sh(`rm -rf ./*; ${script}`)).toBe(expected);
  });
});
