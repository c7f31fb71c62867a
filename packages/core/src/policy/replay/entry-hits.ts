import { isListed } from "../../sandbox/egress-target.ts";
import { readWebUrl } from "../../web/web-url.ts";
import { isCommandCall, isWebCall, type WebCall } from "../../tool-call/tool-call.ts";
import { classify } from "../../path/classify.ts";
import { fileUses, isPathCall } from "../../path/file-paths.ts";
import { entryPath, isWithin } from "../../path/lexical.ts";
import type { ShellParser } from "../../shell/parse.ts";
import { compiled } from "../compiled.ts";
import type { Policy } from "../defaults.ts";
import { pathUses } from "../path-uses.ts";
import { readOnlyEntryOf } from "../read-only.ts";
import { ownPattern } from "../own-pattern.ts";
import { unfoldCall } from "../unfold-call.ts";
import type { PastCall } from "./replay.ts";

/** How often an entry of a list had a part in a decision, and when last. */
export type EntryHit = { path: string; entry: string; count: number; lastMs: number };

/** Each call counts once for an entry. Entries that no decision reads, as of exclude_list, are not counted. */
export function entryHits(calls: readonly PastCall[], policy: Policy, shell: ShellParser): EntryHit[] {
  const hits = new Map<string, EntryHit>();
  const finder: Finder = { policy, shell, names: sensitiveNames(policy), places: new Map() };
  for (const past of calls) {
    for (const key of hitsOf(past, finder)) {
      const cut = key.indexOf(" ");
      const before = hits.get(key);
      hits.set(key, {
        path: key.slice(0, cut),
        entry: key.slice(cut + 1),
        count: (before?.count ?? 0) + 1,
        lastMs: Math.max(before?.lastMs ?? 0, past.atMs),
      });
    }
  }
  return [...hits.values()];
}

const deadlineMs = 1000;

type Finder = {
  policy: Policy;
  shell: ShellParser;
  names: SensitiveNames;
  /** the lists of places as one home reads them */
  places: Map<string, Places>;
};
type Places = Record<
  "denied_path" | "readable_path" | "writable_path",
  (readonly [entry: string, at: string])[]
>;

function hitsOf(past: PastCall, finder: Finder): Set<string> {
  const { call, facts } = past;
  const { policy, shell } = finder;
  const found = new Set<string>();
  for (const use of usesOf(past, shell)) pathHits(use, past, finder, found);
  if (isWebCall(call)) webHits(call, policy, found);
  if (!isCommandCall(call)) return found;
  const lists = compiled(policy, facts.home);
  const unfolded = unfoldCall(call, shell, deadlineMs);
  const names = new Set([call.input.argv[0] ?? "", ...unfolded.programs.map(({ name }) => name)]);
  for (const { word } of unfolded.suspects) if (word.value !== null) names.add(word.value);
  for (const name of names) if (lists.denied.has(name)) found.add(`denied_command ${name}`);
  const readOnly = readOnlyEntryOf(call.input, lists.readOnly);
  if (readOnly !== null) found.add(`read_only_command ${readOnly}`);
  for (const program of unfolded.programs) {
    const pattern = ownPattern(program, policy.dangerous_pattern);
    if (pattern !== null) found.add(`dangerous_pattern ${pattern}`);
  }
  return found;
}

/** The hosts that a tool of the network was sent to; where a command dials is judged on its host alone. */
function webHits(call: WebCall, policy: Policy, found: Set<string>): void {
  const read = readWebUrl(call.tool === "search_web" ? policy.search_url : call.input.url);
  if (!read.ok) return;
  for (const list of ["net_white_list", "network_host"] as const)
    for (const entry of policy[list]) if (isListed(read.url, [entry])) found.add(`${list} ${entry}`);
}

type Use = { text: string; write: boolean };

function usesOf({ call }: PastCall, shell: ShellParser): readonly Use[] {
  if (!isCommandCall(call))
    return isPathCall(call)
      ? fileUses(call).map(({ path, access }) => ({ text: path, write: access === "write" }))
      : [];
  const wanted = (call.input.write_paths ?? []).map((text) => ({ text, write: true }));
  return [...pathUses(unfoldCall(call, shell, deadlineMs)), ...wanted];
}

function pathHits({ text, write }: Use, { facts }: PastCall, finder: Finder, found: Set<string>): void {
  if (text.startsWith("\u0001") && !text.includes("/")) return;
  const { lexical, real } = classify(text, facts);
  const places = placesOf(finder, facts.home);
  const lists: (keyof Places)[] = ["denied_path"];
  if (!isWithin(real, facts.home)) lists.push(write ? "writable_path" : "readable_path");
  for (const list of lists)
    for (const [entry, at] of places[list])
      if (isWithin(real, at) || isWithin(lexical, at)) found.add(`${list} ${entry}`);
  for (const place of new Set([lexical, real])) nameHits(place.toLowerCase(), finder.names, found);
}

function placesOf({ policy, places }: Finder, home: string): Places {
  const known = places.get(home);
  if (known !== undefined) return known;
  const read = (list: readonly string[]) =>
    list.flatMap((entry) => {
      const at = entryPath(entry, home);
      return at === null ? [] : [[entry, at] as const];
    });
  const made = {
    denied_path: read(policy.denied_path),
    readable_path: read(policy.readable_path),
    writable_path: read(policy.writable_path),
  };
  places.set(home, made);
  return made;
}

type SensitiveNames = {
  dirs: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  exempt: ReadonlyMap<string, string>;
  prefixes: readonly (readonly [string, string])[];
  extensions: readonly (readonly [string, string])[];
};

function sensitiveNames({ sensitive_path: lists }: Policy): SensitiveNames {
  const pairs = (list: readonly string[]) => list.map((entry) => [entry.toLowerCase(), entry] as const);
  return {
    dirs: new Map(pairs(lists.dirs)),
    files: new Map(pairs(lists.files)),
    exempt: new Map(pairs(lists.exempt)),
    prefixes: pairs(lists.prefixes),
    extensions: pairs(lists.extensions),
  };
}

/** `place` in lower case, as sensitive names are compared. */
function nameHits(place: string, names: SensitiveNames, found: Set<string>): void {
  const segments = place.split("/");
  const base = segments.at(-1) ?? "";
  for (const segment of segments) {
    const entry = names.dirs.get(segment);
    if (entry !== undefined) found.add(`sensitive_path.dirs ${entry}`);
  }
  if (base === "") return;
  const own = new Set<string>();
  const file = names.files.get(base);
  if (file !== undefined) own.add(`sensitive_path.files ${file}`);
  for (const [prefix, entry] of names.prefixes)
    if (base.startsWith(prefix)) own.add(`sensitive_path.prefixes ${entry}`);
  for (const [extension, entry] of names.extensions)
    if (base.length > extension.length && base.endsWith(extension))
      own.add(`sensitive_path.extensions ${entry}`);
  const exempt = names.exempt.get(base);
  if (exempt === undefined) for (const key of own) found.add(key);
  else if (own.size > 0) found.add(`sensitive_path.exempt ${exempt}`);
}
