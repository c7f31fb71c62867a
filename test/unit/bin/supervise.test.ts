import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";

type Started = { child: ChildProcess; stop: (signal?: string) => Promise<void> };
type Part = { name: string; start: () => Promise<Started>; isDatabase?: boolean; signal?: string };
type Supervisor = { add: (part: Part) => Promise<Started>; stop: () => Promise<void> };
type Hooks = { record: (list: { name: string; pid: number }[]) => void; collapse: (reason: string) => void };

const bin = path.resolve(import.meta.dirname, "../../../bin/lib");
const { createSupervisor } = (await import(path.join(bin, "supervise.mjs"))) as {
  createSupervisor: (hooks: Hooks) => Supervisor;
};
const { startChild } = (await import(path.join(bin, "child.mjs"))) as {
  startChild: (options: { command: string; args: string[]; env: NodeJS.ProcessEnv }) => Started;
};

const sleeper = async (): Promise<Started> =>
  startChild({ command: "sleep", args: ["600"], env: { PATH: process.env.PATH } });

function watched() {
  const seen: { list: { name: string; pid: number }[]; collapsed: string[] } = { list: [], collapsed: [] };
  const supervisor = createSupervisor({
    record: (list) => {
      seen.list = list;
    },
    collapse: (reason) => seen.collapsed.push(reason),
  });
  return { supervisor, seen };
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end; ) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it did not come true in time");
}

const pidOf = (list: { name: string; pid: number }[], name: string) =>
  list.find((one) => one.name === name)?.pid ?? 0;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (gone) {
    return (gone as NodeJS.ErrnoException).code === "EPERM";
  }
}

describe("supervisor", () => {
  it("starts a worker again that ended by itself, and stops nothing for it", async () => {
    const { supervisor, seen } = watched();
    await supervisor.add({ name: "worker", start: sleeper });
    const first = pidOf(seen.list, "worker");
    process.kill(first, "SIGKILL");
    await until(() => ![0, first].includes(pidOf(seen.list, "worker")));
    expect(seen.collapsed).toEqual([]);
    const second = pidOf(seen.list, "worker");
    await supervisor.stop();
    expect(isAlive(second)).toBe(false);
    expect(seen.list).toEqual([]);
  });

  it("gives a database three lives and then says why everything stops", async () => {
    const { supervisor, seen } = watched();
    await supervisor.add({ name: "Postgres", start: sleeper, isDatabase: true });
    let last = 0;
    for (let life = 0; life < 3; life += 1) {
      await until(() => ![0, last].includes(pidOf(seen.list, "Postgres")));
      last = pidOf(seen.list, "Postgres");
      process.kill(last, "SIGKILL");
    }
    await until(() => seen.collapsed.length > 0);
    expect(seen.collapsed[0]).toMatch(/^Postgres was ended by SIGKILL/);
    await supervisor.stop();
  });

  it("stops at once when a database ran out of disk", async () => {
    const { supervisor, seen } = watched();
    const full = async () =>
      startChild({
        command: "sh",
        args: ["-c", "echo 'No space left on device' >&2; exit 1"],
        env: process.env,
      });
    await supervisor.add({ name: "Postgres", start: full, isDatabase: true });
    await until(() => seen.collapsed.length > 0);
    expect(seen.collapsed[0]).toContain("the disk is full");
    await supervisor.stop();
  });

  it("stops in the reverse order of the start, each after the one before has ended", async () => {
    const { supervisor, seen } = watched();
    const ended: string[] = [];
    for (const name of ["Postgres", "Redis", "web", "worker"]) {
      const started = await supervisor.add({ name, start: sleeper });
      started.child.once("exit", () => ended.push(name));
    }
    expect(seen.list.map(({ name }) => name)).toEqual(["Postgres", "Redis", "web", "worker"]);
    await supervisor.stop();
    expect(ended).toEqual(["worker", "web", "Redis", "Postgres"]);
  });
});
