import { isWithin, normalise } from "../../path/lexical.ts";
import type { Facts } from "../../path/facts.ts";
import { absolute } from "../../path/resolve.ts";
import { own } from "../../shell/own.ts";
import { placeIn, type Setting, type Unfolded } from "../../shell/unfolded.ts";
import { tables } from "../defaults.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** Variables that make a shell or a program run code: start-up files, loaders, search paths, options that load. */
export const environmentCode: Rule = ({ unfolded, facts }) => {
  const reasons: Reason[] = [];
  for (const setting of unfolded.settings) {
    const problem = judge(setting, unfolded, facts);
    if (problem === null) continue;
    const place = placeIn(setting.frame, setting.span);
    reasons.push(
      deny("environment-code", "environment_code", `${setting.name.slice(0, 60)} ${problem}`, {
        place,
        hint: "leave the variable alone, or give it a plain literal value",
      }),
    );
    if (reasons.length >= 40) break;
  }
  return reasons;
};

function judge({ name, value }: Setting, unfolded: Unfolded, facts: Facts): string | null {
  const { environment } = tables;
  if (environment.prefix.some((prefix) => name.startsWith(prefix))) return "hands a function to a shell";
  if (value?.value === "")
    return environment.search.includes(name) ? "would hold the working directory" : null;
  if (environment.never.includes(name)) return "makes a program run code of its own";
  if (environment.interactive.includes(name))
    return unfolded.programs.some(interactiveShell) ? "is read as code by an interactive shell" : null;
  if (value === null) return null;
  if (environment.preload.includes(name))
    return systemLibrary(value.value) ? null : "loads code into every program";
  if (environment.search.includes(name)) return searchPath(value.text, unfolded, facts, true);
  if (environment.library.includes(name)) return searchPath(value.text, unfolded, facts, false);
  const options = own(environment.options, name.replace(/^GIT_CONFIG_KEY_\d+$/, "GIT_CONFIG_KEY_0"));
  if (options === undefined) return null;
  const words = value.outline.split(/\s+/);
  return words.some((word) =>
    options.some((option) => word === option || word.toLowerCase().startsWith(option.toLowerCase())),
  )
    ? "holds an option that loads or runs code"
    : null;
}

function interactiveShell(program: Unfolded["programs"][number]): boolean {
  const { bash, sh, foreign } = tables.shell;
  return (
    [...bash, ...sh, ...foreign].includes(program.name) &&
    program.words.slice(1).some((word) => word.value === null || /^[-+]\w*i/.test(word.value))
  );
}

function systemLibrary(value: string | null): boolean {
  return (
    value
      ?.split(/[: ]/)
      .every((entry) => /^\/(?:usr|lib|lib64|opt)\//.test(normalise(entry)) && entry.startsWith("/")) === true
  );
}

const ownValue =
  /\$\{PATH:?[+-]:?\$?\{?(?:PATH)?\}?:?\}|\$\{LD_LIBRARY_PATH:?[+-]:?\$?\{?(?:LD_LIBRARY_PATH)?\}?:?\}/g;

/** Every entry must be absolute and, for programs, no place a command can write to. Read from the raw text. */
function searchPath(text: string, unfolded: Unfolded, facts: Facts, programs: boolean): string | null {
  const bare = text
    .slice(0, 16_384)
    .replace(/^[A-Za-z_]+\+?=/, "")
    .replace(/["']/g, "")
    .replace(ownValue, "/usr/bin");
  for (const entry of entries(bare)) {
    const problem = entryProblem(entry, unfolded, facts, programs);
    if (problem !== null) return problem;
  }
  return null;
}

function entries(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let current = "";
  for (const char of text) {
    if (char === "(" || char === "{") depth += 1;
    if (char === ")" || char === "}") depth -= 1;
    if (char === ":" && depth <= 0) {
      found.push(current);
      current = "";
    } else current += char;
  }
  return [...found, current];
}

function entryProblem(entry: string, unfolded: Unfolded, facts: Facts, programs: boolean): string | null {
  if (entry === "") return programs ? "would hold the working directory" : null;
  const variable = /^\$(?:\{([A-Za-z_]\w*)(?::?[-=][^}]*)?\}|([A-Za-z_]\w*))/.exec(entry);
  const name = variable?.[1] ?? variable?.[2];
  if (name === "PATH" || name === "LD_LIBRARY_PATH")
    return entry.length === variable?.[0].length ? null : "has an entry that is not plain";
  if (name === "HOME" || entry.startsWith("~")) {
    if (unfolded.settings.some((setting) => setting.name === "HOME"))
      return "has an entry below a home that is set here";
    return place(absolute(entry.replace(/^(?:\$\{?HOME\}?|~)/, "~"), facts), facts, programs);
  }
  if (name !== undefined) return variableEntry(name, unfolded, facts, programs);
  const tool = /^(?:\$\(|`)\s*([\w.-]+)/.exec(entry)?.[1];
  if (tool !== undefined)
    return tables.environment.path_tool.includes(tool) ? null : "has an entry that is not plain";
  if (!entry.startsWith("/"))
    return programs || !entry.startsWith("$") ? "has an entry below the working directory" : null;
  return /[$`]/.test(entry) ? null : place(normalise(entry), facts, programs);
}

function variableEntry(name: string, unfolded: Unfolded, facts: Facts, programs: boolean): string | null {
  if (name === "PWD" || name === "OLDPWD") return "has an entry below the working directory";
  const set = unfolded.settings.filter((setting) => setting.name === name);
  const plain = set.every(
    ({ value }) =>
      value?.value?.startsWith("/") === true && place(normalise(value.value), facts, programs) === null,
  );
  return plain ? null : "has an entry that is not plain";
}

function place(path: string, facts: Facts, programs: boolean): string | null {
  if (!programs) return null;
  const open = [
    facts.workspace,
    ...(facts.roots ?? []),
    `${facts.home}/keep`,
    "/tmp",
    "/var/tmp",
    "/dev",
    "/proc",
    "/run",
  ];
  return open.some((root) => isWithin(path, normalise(root)))
    ? "has an entry in a place that commands can write to"
    : null;
}
