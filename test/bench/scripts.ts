import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { agentHome, agentWorkspace, type Facts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import type { Reason } from "@gatehouse/core/policy/decision";
import { effectivePolicy } from "@gatehouse/core/policy/defaults";
import { policySchema } from "@gatehouse/core/policy/policy";
import { loadShell } from "@gatehouse/services/shell";
import type { Bench, Figure } from "./figure.ts";

/**
 * Scripts that people wrote, as far as this machine holds them, judged as `bash -c` under a policy that denies no
 * program: what share is refused, by source and by rule. A refusal for a reason of parsing is one that bash does not
 * share, since only what `bash -n` accepts is judged.
 */
export const scriptsBench: Bench = { name: "scripts", run };

const root = path.resolve(import.meta.dirname, "../..");
const modules = path.join(root, "node_modules");
const longest = 131_071;
/** What a script must not name, whoever wrote it; any other refusal is one of a form that cannot be decided. */
const namedCodes = new Set(
  "rm_in_script sudo_in_script su_not_allowed not_bare_binary dangerous_pattern".split(" "),
);
const parseCodes = new Set(["unsupported_syntax", "parser_disagreement", "script_limit", "dialect"]);

const sources: Record<string, () => Set<string>> = {
  "npm scripts": npmScripts,
  "README blocks": readmeBlocks,
  "CI run blocks": runBlocks,
  "shell files of packages": () => shellFiles([modules]),
  "shell files of Debian": () =>
    shellFiles([
      "/usr/bin",
      "/usr/sbin",
      "/usr/share",
      "/usr/lib",
      "/etc/init.d",
      "/etc/cron.daily",
      "/var/lib/dpkg/info",
    ]),
};

async function run(): Promise<Figure[]> {
  const judge = await judgeOf();
  const figures: Figure[] = [];
  const all: Found = { count: 0, refused: 0, unnamed: 0, parse: 0 };
  const rules = new Map<string, number>();
  for (const [name, collect] of Object.entries(sources)) {
    const scripts = [...collect()].filter(bashReads);
    const found: Found = { count: scripts.length, refused: 0, unnamed: 0, parse: 0 };
    const own = new Map<string, number>();
    for (const script of scripts) {
      const codes = new Set(judge(script).map(({ code }) => code));
      if (codes.size === 0) continue;
      found.refused += 1;
      if (![...codes].some((code) => namedCodes.has(code))) found.unnamed += 1;
      if ([...codes].some((code) => parseCodes.has(code))) found.parse += 1;
      for (const code of codes) own.set(code, (own.get(code) ?? 0) + 1);
    }
    for (const [code, count] of own) rules.set(code, (rules.get(code) ?? 0) + count);
    all.count += found.count;
    all.refused += found.refused;
    all.unnamed += found.unnamed;
    all.parse += found.parse;
    figures.push(...sharesOf(name, found));
    console.error(`${name}: ${listing(own)}`);
  }
  console.error(`all: ${listing(rules)}`);
  return [...figures, ...sharesOf("all", all)];
}

type Found = { count: number; refused: number; unnamed: number; parse: number };

function sharesOf(name: string, { count, refused, unnamed, parse }: Found): Figure[] {
  const figure = (kind: string, part: number, goal: number): Figure => {
    const value = count === 0 ? 0 : (100 * part) / count;
    const base = { unit: "%", floor: 1, goal, better: "lower" as const, runs: count };
    return { name: `scripts.${kind} (${name})`, value, ratio: value, p50: part, p99: part, ...base };
  };
  return [figure("refused", refused, 12), figure("undecided", unnamed, 12), figure("unread", parse, 0)];
}

function listing(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([code, count]) => `${code} ${count}`).join(", ") || "nothing refused";
}

async function judgeOf(): Promise<(script: string) => Reason[]> {
  const shell = await loadShell();
  const policy = effectivePolicy(policySchema.parse({}));
  const facts: Facts = {
    kind: "lexical",
    home: agentHome,
    workspace: agentWorkspace,
    links: {},
    existing: [],
  };
  return (script) =>
    decide({
      call: { tool: "run_command", input: { argv: ["bash", "-c", script] } },
      mode: "auto",
      policy,
      grants: [],
      facts,
      shell,
      nowMs: 0,
    }).reasons.filter(({ verdict }) => verdict === "deny");
}

/** What cannot be passed as one argument is not a script that could be asked for. */
function bashReads(script: string): boolean {
  if (script.trim() === "" || script.includes("\0") || Buffer.byteLength(script) > longest) return false;
  return (
    spawnSync("bash", ["-n"], { input: script, timeout: 10_000, stdio: ["pipe", "ignore", "ignore"] })
      .status === 0
  );
}

function npmScripts(): Set<string> {
  const found = new Set<string>();
  for (const file of filesUnder(modules, (name) => name === "package.json")) {
    try {
      const { scripts } = JSON.parse(readFileSync(file, "utf8")) as { scripts?: Record<string, unknown> };
      for (const script of Object.values(scripts ?? {})) if (typeof script === "string") found.add(script);
    } catch (_notJson) {}
  }
  return found;
}

function readmeBlocks(): Set<string> {
  const found = new Set<string>();
  for (const file of filesUnder(modules, (name) => /^readme.*\.(?:md|markdown)$/i.test(name))) {
    const blocks = readFileSync(file, "utf8").matchAll(
      /^ {0,3}```[ \t]*(?:sh|bash|shell)[ \t]*\r?\n([\s\S]*?)^ {0,3}```/gim,
    );
    for (const [, block = ""] of blocks) found.add(withoutPrompts(block.replaceAll("\r\n", "\n")));
  }
  return found;
}

/** A transcript shows a prompt before each command, and what was said between them: only the commands are a script. */
function withoutPrompts(block: string): string {
  const lines = block.split("\n");
  if (!lines.some((line) => /^\s*[$%] \S/.test(line))) return block;
  return lines.flatMap((line) => /^\s*[$%] (\S.*)$/.exec(line)?.[1] ?? []).join("\n");
}

/** `run:` of workflow files: one line, or the indented block that follows. Expressions stand for a word. */
function runBlocks(): Set<string> {
  const found = new Set<string>();
  const places = [modules, "/usr/share", "/usr/lib"];
  for (const place of places) {
    for (const file of filesUnder(place, (name) => /\.ya?ml$/.test(name))) {
      if (!/\.github\/workflows\//.test(file)) continue;
      for (const block of blocksOf(readFileSync(file, "utf8")))
        found.add(block.replace(/\$\{\{.*?\}\}/g, "value"));
    }
  }
  return found;
}

function blocksOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const match = /^(\s*(?:- )?)run:\s*(.*)$/.exec(line);
    if (match === null) return [];
    const [, indent = "", rest = ""] = match;
    if (!/^[|>][-+]?\s*$/.test(rest)) return rest === "" ? [] : [rest.replace(/^(['"])(.*)\1$/, "$2")];
    const body: string[] = [];
    for (const next of lines.slice(at + 1)) {
      if (next.trim() !== "" && next.length - next.trimStart().length <= indent.length) break;
      body.push(next);
    }
    const margin = Math.min(
      ...body.filter((one) => one.trim() !== "").map((one) => one.length - one.trimStart().length),
    );
    return [body.map((one) => one.slice(margin)).join("\n")];
  });
}

function shellFiles(places: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const place of places) {
    for (const file of filesUnder(place, (name) =>
      /\.(?:sh|bash|postinst|preinst|postrm|prerm)$|^[^.]+$/.test(name),
    )) {
      const text = textOf(file);
      if (/^#! *\/(?:usr\/)?bin\/(?:env +)?(?:ba|da)?sh\b/.test(text)) found.add(text);
    }
  }
  return found;
}

function textOf(file: string): string {
  try {
    return statSync(file).size > longest ? "" : readFileSync(file, "utf8");
  } catch (_unreadable) {
    return "";
  }
}

function filesUnder(place: string, wanted: (name: string) => boolean): string[] {
  try {
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && wanted(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch (_absent) {
    return [];
  }
}
