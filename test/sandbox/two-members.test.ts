import { agentWorkspace } from "@gatehouse/core/path/facts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, openSandbox, pin, processesWith, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

/**
 * Members of a host share the worker's account, so that nothing but the namespaces stands between them. A victim that
 * opens everything a careless program could open, and an attacker of another member who knows all its names.
 */
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

const secret = `SECRET-${process.pid}`;
const socketName = `gh-two-${process.pid}`;

function member(name: string) {
  const [workspace, keep] = ["work", "keep"].map((part) => join(sandbox.root, `${name}-${part}`));
  if (workspace === undefined || keep === undefined) throw new Error("no directory");
  for (const directory of [workspace, keep]) mkdirSync(directory, { recursive: true });
  return { workspace, keep, profile: { workspace: pin(workspace), keep: pin(keep) } };
}

const victimProgram = `
import os, socket, sys, time, ctypes
os.umask(0)
for place in ('note', os.path.expanduser('~/keep/note'), '/tmp/${socketName}', '/dev/shm/${socketName}'):
    open(place, 'w').write('${secret}')
os.mkfifo('fifo', 0o666)
held = []
for name in ('\\0${socketName}', '/tmp/${socketName}.sock', 'door.sock'):
    s = socket.socket(socket.AF_UNIX); s.bind(name); s.listen(); held.append(s)
t = socket.socket(); t.bind(('127.0.0.1', 39151)); t.listen(); held.append(t)
libc = ctypes.CDLL(None)
print(libc.shmget(0x6768, 4096, 0o1666), libc.msgget(0x6768, 0o1666), flush=True)
time.sleep(60)
`;

const attack = (of: { workspace: string; keep: string; pids: number[] }): string => `
import os, socket, ctypes, signal
libc = ctypes.CDLL(None, use_errno=True)
found = []
def attempt(what, act):
    try:
        if act() not in (None, False): found.append(what)
    except Exception: pass
def holds(path):
    return '${secret}' in open(path, errors='replace').read()
def reach(family, address):
    s = socket.socket(family); s.settimeout(2); s.connect(address); return True
for place in ('${of.workspace}/note', '${of.keep}/note', '/tmp/${socketName}', '/dev/shm/${socketName}'):
    attempt('read ' + place, lambda: holds(place))
for place in ('${of.workspace}', '${of.keep}', '${sandbox.root}'):
    attempt('list ' + place, lambda: os.listdir(place) or True)
    attempt('write ' + place, lambda: open(place + '/planted', 'w') and True)
for name in ('\\0${socketName}', '/tmp/${socketName}.sock', '${of.workspace}/door.sock'):
    attempt('connect ' + repr(name), lambda: reach(socket.AF_UNIX, name))
attempt('tcp', lambda: reach(socket.AF_INET, ('127.0.0.1', 39151)))
attempt('fifo', lambda: os.open('${of.workspace}/fifo', os.O_RDWR | os.O_NONBLOCK))
attempt('shm', lambda: libc.shmget(0x6768, 4096, 0) >= 0)
attempt('msg', lambda: libc.msgget(0x6768, 0) >= 0)
for pid in [int(name) for name in os.listdir('/proc') if name.isdigit()] + ${JSON.stringify(of.pids)}:
    if pid in (1, os.getpid(), os.getppid()): continue
    attempt('seen %d' % pid, lambda: os.path.exists('/proc/%d/stat' % pid))
    attempt('environ %d' % pid, lambda: holds('/proc/%d/environ' % pid))
    attempt('root %d' % pid, lambda: os.listdir('/proc/%d/root${agentWorkspace}' % pid) or True)
    attempt('signal %d' % pid, lambda: os.kill(pid, 0) is None)
    attempt('ptrace %d' % pid, lambda: libc.ptrace(16, pid, 0, 0) == 0)
for name in os.listdir('/proc/self/fd'):
    attempt('fd ' + name, lambda: '${of.workspace}' in os.readlink('/proc/self/fd/' + name))
attempt('unix table', lambda: '${socketName}' in open('/proc/net/unix').read())
print('\\n'.join(found), flush=True)
# last: in one's own sandbox it ends whoever waits for this
attempt('kill all', lambda: os.kill(-1, signal.SIGTERM) is None and False)
`;

describe("a member's command", () => {
  it("never sees, signals, traces or reaches what runs or lies in another member's sandbox", async () => {
    const [victim, attacker] = [member("victim"), member("attacker")];
    const running = sandbox.start(["python3", "-c", victimProgram], {
      profile: { ...victim.profile, environment: { TOKEN: secret } },
    });
    expect(await eventually(() => running.said.stdout.includes("\n"), 10_000)).toBe(true);
    expect(running.said.stdout).not.toContain("-1");
    const pids = processesWith("39151");
    expect(pids.length).toBeGreaterThan(0);
    const tried = await sandbox.run(["python3", "-c", attack({ ...victim, pids })], {
      profile: attacker.profile,
    });
    expect(tried.stderr).toBe("");
    expect(tried.stdout).toBe("\n");
    expect(processesWith("39151").sort()).toEqual(pids.sort());
    running.running.cancel("over");
    await running.running.done;
  });

  it("would be seen by that attack in its own sandbox: the attempts are real", async () => {
    const own = member("own");
    const both = `
import os, subprocess, sys
victim = subprocess.Popen(['python3', '-c', ${JSON.stringify(victimProgram)}], stdout=subprocess.PIPE)
victim.stdout.readline()
subprocess.run(['python3', '-c', ${JSON.stringify(
      attack({ workspace: agentWorkspace, keep: "/home/agent/keep", pids: [] }),
    )}])`;
    const { stdout } = await sandbox.run(["python3", "-c", both], {
      profile: { ...own.profile, environment: { TOKEN: secret } },
    });
    for (const what of [
      "read /tmp",
      "connect '\\x00",
      "tcp",
      "fifo",
      "shm",
      "msg",
      "seen",
      "environ",
      "signal",
    ])
      expect(stdout).toContain(what);
  });
});
