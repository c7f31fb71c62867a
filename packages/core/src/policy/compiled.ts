import { entryPath } from "../path/lexical.ts";
import type { ReadOnlyEntry } from "../shell/tables.ts";
import { type Policy, shippedReadOnly } from "./defaults.ts";

/** A policy's lists in the form rules look things up in: built once for a policy object, however long its lists. */
export type Lists = {
  denied: ReadonlySet<string>;
  deniedPaths: readonly string[];
  sensitive: SensitiveLists;
  readable: readonly string[];
  writable: readonly string[];
  readOnly: ReadonlyMap<string, ReadOnlyEntry>;
};

export type SensitiveLists = {
  dirs: ReadonlySet<string>;
  files: ReadonlySet<string>;
  prefixes: readonly string[];
  extensions: readonly string[];
  exempt: ReadonlySet<string>;
};

const known = new WeakMap<Policy, Map<string, Lists>>();

export function compiled(policy: Policy, home: string): Lists {
  const byHome = known.get(policy) ?? new Map<string, Lists>();
  known.set(policy, byHome);
  const before = byHome.get(home);
  if (before !== undefined) return before;
  const lists = compile(policy, home);
  byHome.set(home, lists);
  return lists;
}

const lower = (list: readonly string[]): string[] => list.map((entry) => entry.toLowerCase());

function compile(policy: Policy, home: string): Lists {
  const places = (list: readonly string[]): string[] =>
    list.map((entry) => entryPath(entry, home)).filter((entry) => entry !== null);
  const shipped = new Map(shippedReadOnly.map((entry) => [entry.command, entry]));
  const { sensitive_path: sensitive } = policy;
  return {
    denied: new Set(policy.denied_command),
    deniedPaths: places(policy.denied_path),
    sensitive: {
      dirs: new Set(lower(sensitive.dirs)),
      files: new Set(lower(sensitive.files)),
      prefixes: lower(sensitive.prefixes),
      extensions: lower(sensitive.extensions),
      exempt: new Set(lower(sensitive.exempt)),
    },
    readable: places(policy.readable_path),
    writable: places(policy.writable_path),
    readOnly: new Map(
      policy.read_only_command.map((command) => [command, shipped.get(command) ?? { command }]),
    ),
  };
}
