import type { FdSource } from "./bwrap-args.ts";
import type { HostPath } from "./profile.ts";

/**
 * How a sandbox gets the places it may write; pure. Usually bubblewrap binds and makes them itself, and programs in
 * them run. It cannot take that away, so for strict execution each is made first in a namespace around bubblewrap,
 * mounted there without execution: no namespace inside can give that back, and bubblewrap's own bind keeps it.
 */
export type WritablePlaces = {
  /** a directory or file of the host */
  bind: (host: HostPath, target: string) => string[];
  /** an empty place in memory that ends with the sandbox */
  scratch: (target: string, bytes: number, mode: string) => string[];
};

/** What must stand in the namespace around bubblewrap before it starts. */
export type NoexecPlan = {
  /** lines of an fstab */
  table: string;
  /** what was bound at `at` must be the file behind this descriptor */
  pinned: { fd: number; at: string; host: HostPath }[];
  scratch: string[];
};

export function ordinaryPlaces(fd: (source: FdSource) => string): WritablePlaces {
  return {
    bind: (host, target) => ["--bind-fd", fd({ kind: "path", host }), target],
    scratch: (target, bytes, mode) => ["--perms", mode, "--size", String(bytes), "--tmpfs", target],
  };
}

export function noexecPlaces(
  directory: string,
  fd: (source: FdSource) => string,
): WritablePlaces & { plan: NoexecPlan } {
  const plan: NoexecPlan = { table: "", pinned: [], scratch: [] };
  const next = (): string => `${directory}/${plan.pinned.length + plan.scratch.length}`;
  const line = (source: string, at: string, type: string, options: string): void => {
    plan.table += `${[source, at].map(escaped).join(" ")} ${type} ${options},nosuid,nodev,noexec 0 0\n`;
  };
  return {
    plan,
    bind: (host, target) => {
      const at = next();
      line(host.path, at, "none", "bind");
      plan.pinned.push({ fd: Number(fd({ kind: "path", host })), at, host });
      return ["--bind", at, target];
    },
    scratch: (target, bytes, mode) => {
      const at = next();
      line("tmpfs", at, "tmpfs", `size=${bytes},mode=${mode}`);
      plan.scratch.push(at);
      return ["--bind", at, target];
    },
  };
}

/** The same places, but what is bound from the host can be read and not written. */
export function forReading(places: WritablePlaces): WritablePlaces {
  return {
    scratch: places.scratch,
    bind: (host, target) => {
      const [option = "", ...rest] = places.bind(host, target);
      return [option.replace(/^--bind/, "--ro-bind"), ...rest];
    },
  };
}

/** fstab(5): what would end a field stands as its octal number. */
function escaped(path: string): string {
  return path.replace(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/**
 * Runs around bubblewrap: mounts the table `$2` with the program `$1`, then compares what was bound by name with what
 * was checked. SAFETY: the comparison closes the race between check and mount, and a descriptor of the host's own mount
 * that stayed open would lead past all of this (strict.test.ts).
 */
export const noexecScript = [
  '"$1" -n -a -T "$2" || exit 125',
  "shift 2",
  "while [[ $1 != -- ]]; do",
  "  [[ /proc/self/fd/$1 -ef $2 ]] || { echo 'a writable directory is no longer what was checked' >&2; exit 125; }",
  "  f=$1; exec {f}<&-; shift 2",
  "done",
  "shift",
  'exec -- "$@"',
].join("\n");

/**
 * The gate looks once more from inside: whatever can be written must be without execution, but for the devices that
 * bubblewrap binds one by one.
 */
export const noexecGateLines = [
  "while read -r n l r s x v i; do",
  "  [[ ,$v, == *,ro,* || ,$v, == *,noexec,* || ( $x == /dev/* && $x != /dev/shm* ) ]] ||",
  '    { echo "$x can be written and would run programs" >&2; exit 125; }',
  "done </proc/self/mountinfo",
];
