import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import type { FindQuery } from "./find.ts";
import { below, openDirectory } from "./open-directory.ts";

/** What listing, walking and searching leave out: names of the exclude list, and what ignore files name. */
export type Ignoring = {
  /** reads the ignore files of a directory that is about to be walked */
  enter(fd: number, prefix: string): void;
  hides(name: string, relative: string, directory: boolean): boolean;
};

const files = [".gitignore", ".ignore"];
const longest = 256 * 1024;

type Rules = { prefix: string; rules: Ignore };

export function createIgnoring(query: FindQuery): Ignoring {
  const excluded = new Set(query.exclude);
  const above = rulesAbove(query);
  let stack: Rules[] = [];
  return {
    enter(fd, prefix) {
      stack = stack.filter(
        (level) => prefix === level.prefix || prefix.startsWith(`${level.prefix}/`) || level.prefix === "",
      );
      const rules = rulesIn(fd);
      if (rules !== null) stack.push({ prefix, rules });
    },
    hides(name, relative, directory) {
      if (excluded.has(name)) return true;
      const tail = directory ? "/" : "";
      let hidden = false;
      // The nearer file has the last word, as git has it.
      for (const { prefix, rules } of above) hidden = verdict(rules, `${prefix}/${relative}${tail}`, hidden);
      for (const { prefix, rules } of stack)
        hidden = verdict(
          rules,
          (prefix === "" ? relative : relative.slice(prefix.length + 1)) + tail,
          hidden,
        );
      return hidden;
    },
  };
}

function verdict(rules: Ignore, relative: string, before: boolean): boolean {
  const { ignored, unignored } = rules.test(relative);
  return ignored || (before && !unignored);
}

/** Ignore files of the directories between the root of the tree and the one asked for, unless they ignore that one itself. */
function rulesAbove({ root, host }: FindQuery): Rules[] {
  if (root === null || host === root.host || !host.startsWith(`${root.host}/`)) return [];
  const names = host.slice(root.host.length + 1).split("/");
  const found: Rules[] = [];
  for (const at of names.keys()) {
    const fd = openDirectory(path.join(root.host, ...names.slice(0, at)));
    try {
      const rules = rulesIn(fd);
      const prefix = names.slice(at).join("/");
      if (rules !== null && !rules.ignores(`${prefix}/`)) found.push({ prefix, rules });
    } finally {
      closeSync(fd);
    }
  }
  return found;
}

function rulesIn(fd: number): Ignore | null {
  const texts = files.map((name) => textAt(fd, name)).filter((text) => text !== null);
  return texts.length === 0
    ? null
    : ignore({ ignorecase: false, allowRelativePaths: true }).add(texts.join("\n"));
}

function textAt(fd: number, name: string): string | null {
  let file: number;
  try {
    file = openSync(below(fd, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ELOOP", "EACCES", "EISDIR", "ENXIO"].includes(code)) return null;
    throw cause;
  }
  try {
    if (!fstatSync(file).isFile()) return null;
    const bytes = Buffer.alloc(longest);
    return bytes.subarray(0, readSync(file, bytes, 0, longest, 0)).toString("utf8");
  } finally {
    closeSync(file);
  }
}
