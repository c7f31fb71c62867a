import type { Command, Script, Span } from "./ast.ts";
import type { Sightings } from "./parse.ts";

/**
 * Holds the two trees against each other: the same commands at the same places. The first parser may miss a command
 * only inside a region its grammar does not read, or behind `time` and `coproc`, which it takes for programs; a
 * command that it alone sees is always a disagreement. Returns the first place where they differ. `compareText` is
 * off when the first parser was shown a copy in which words are letters.
 */
export function disagreement(script: Script, sightings: Sightings, compareText: boolean): Span | null {
  const inScript = script.commands.filter((command) => command.words.length > 0);
  const seen = new Map(sightings.names.map((name) => [name.start, name] as const));
  const blind = new Regions(sightings.blind);
  const keywords = sightings.names.filter((name) => keywordNames.has(name.text));
  const known = new Map<number, Command>();
  for (const command of inScript) {
    const first = command.words[0];
    if (first === undefined) continue;
    known.set(first.start, command);
    const name = seen.get(first.start);
    if (name !== undefined) {
      if (compareText && name.text !== first.text && !sameName(name.text, first.text)) return first;
      continue;
    }
    if (blind.contain(first.start) || keywords.some((keyword) => keyword.start < first.start)) continue;
    return first;
  }
  for (const name of sightings.names) {
    if (known.has(name.start) || keywordNames.has(name.text) || testOpeners.has(name.text)) continue;
    return name;
  }
  return null;
}

const keywordNames = new Set(["time", "coproc", "{", "}", "!"]);
const testOpeners = new Set(["[[", "(("]);

/** A name in which a line is continued is cut there by the first parser; the second reads it whole. */
function sameName(name: string, word: string): boolean {
  return word.includes("\\\n") && word.startsWith(name);
}

class Regions {
  private readonly starts: number[];
  private readonly ends: number[];

  constructor(spans: readonly Span[]) {
    const sorted = [...spans].sort((a, b) => a.start - b.start);
    const merged: Span[] = [];
    for (const span of sorted) {
      const last = merged.at(-1);
      if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
      else merged.push({ start: span.start, end: span.end });
    }
    this.starts = merged.map((span) => span.start);
    this.ends = merged.map((span) => span.end);
  }

  contain(position: number): boolean {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low > 0 && position < (this.ends[low - 1] ?? 0);
  }
}
