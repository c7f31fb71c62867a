import type { ProgramRecord } from "@gatehouse/core/contracts/programs";
import { type TraceLine, traceReader } from "./trace-line.ts";

export type Programs = { programs: ProgramRecord[] /** more ran than are listed */; more: number };

const listed = 5000;

/**
 * Collects a trace into the list of what ran. Forks name their children as the sandbox numbers them, every other line
 * as the host does; both are given out in the same order, so the n-th of one is the n-th of the other.
 * What was executed before the command began belongs to the sandbox itself (bubblewrap and its gate).
 */
export function programCollector(isCommands: (atMs: number) => boolean): {
  line: (text: string) => void;
  end: () => Programs;
} {
  const read = traceReader();
  const programs: ProgramRecord[] = [];
  const forks: { parent: number; child: number }[] = [];
  const hosts: number[] = [];
  const seen = new Set<number>();
  /** programs a process executed, first to last, as places in the list */
  const ofProcess = new Map<number, number[]>();
  let more = 0;

  const note = (line: TraceLine): void => {
    if (!seen.has(line.pid)) {
      seen.add(line.pid);
      hosts.push(line.pid);
    }
    if (line.kind === "forked") {
      if (forks.length < listed * 4) forks.push({ parent: line.pid, child: line.child });
    } else if (line.kind === "exited") end(line);
    else if (isCommands(line.atMs)) begin(line);
  };
  const last = (pid: number): ProgramRecord | undefined => programs[ofProcess.get(pid)?.at(-1) ?? -1];
  const end = (line: Extract<TraceLine, { kind: "exited" }>): void => {
    const program = last(line.pid);
    if (program === undefined || program.endedAtMs !== null) return;
    Object.assign(program, { endedAtMs: line.atMs, exitCode: line.code, signal: line.signal });
  };
  const begin = (line: Extract<TraceLine, { kind: "executed" }>): void => {
    const before = last(line.pid);
    if (before !== undefined && before.endedAtMs === null) before.endedAtMs = line.atMs;
    if (programs.length >= listed) {
      more += 1;
      return;
    }
    const { path, argv, argvCut, atMs } = line;
    const places = ofProcess.get(line.pid) ?? [];
    ofProcess.set(line.pid, places);
    places.push(programs.length);
    programs.push({
      path,
      argv,
      argvCut,
      startedAtMs: atMs,
      endedAtMs: null,
      exitCode: null,
      signal: null,
      parent: null,
    });
  };
  return {
    line: (text) => {
      const line = read(text);
      if (line !== null) note(line);
    },
    end: () => {
      nameParents({ programs, forks, hosts, ofProcess });
      return { programs, more };
    },
  };
}

type Collected = {
  programs: ProgramRecord[];
  forks: { parent: number; child: number }[];
  hosts: number[];
  ofProcess: ReadonlyMap<number, number[]>;
};

function nameParents({ programs, forks, hosts, ofProcess }: Collected): void {
  const parentOf = parents(forks, hosts);
  for (const [pid, places] of ofProcess) {
    places.forEach((place, index) => {
      const program = programs[place];
      if (program === undefined) return;
      program.parent = index > 0 ? (places[index - 1] ?? null) : ancestor(pid, program.startedAtMs);
    });
  }

  /** The nearest forefather that executed something before, and of its programs the one that ran then. */
  function ancestor(pid: number, atMs: number): number | null {
    for (
      let up = parentOf.get(pid), steps = 0;
      up !== undefined && steps < 4096;
      up = parentOf.get(up), steps += 1
    ) {
      const earlier = ofProcess
        .get(up)
        ?.findLast((place) => (programs[place]?.startedAtMs ?? Infinity) <= atMs);
      if (earlier !== undefined) return earlier;
    }
    return null;
  }
}

/** the kernel's own upper bound; a host that gave out its last number begins again at the lowest */
const numbers = 4_194_304;

/**
 * Child to parent, both as the host numbers them; nothing where the two counts differ. The outer process, bubblewrap
 * with what became it, stands in the host's numbering and names its children there; bubblewrap's is number 1 inside,
 * which nobody forks.
 */
function parents(forks: Collected["forks"], hosts: number[]): Map<number, number> {
  const [outer = 0] = hosts;
  const result = new Map<number, number>();
  const insideForks = forks.filter(({ parent }) => parent !== outer);
  const outside = new Set(forks.filter(({ parent }) => parent === outer).map(({ child }) => child));
  const inside = [...new Set(insideForks.map(({ child }) => child))].toSorted((a, b) => a - b);
  const after = (pid: number): number => (pid - outer + numbers) % numbers;
  const children = hosts
    .filter((pid) => pid !== outer && !outside.has(pid))
    .toSorted((a, b) => after(a) - after(b));
  if (inside.length !== children.length) return result;
  const hostOf = new Map(inside.map((number, index) => [number, children[index]]));
  for (const { parent, child } of insideForks) {
    const host = hostOf.get(child);
    if (host !== undefined && host !== parent) result.set(host, parent);
  }
  return result;
}
