import { own } from "../shell/own.ts";
import type { Tables } from "../shell/tables.ts";
import type { Program } from "../shell/unfolded.ts";

/** An interpreter that reads its program from what a downloader prints: by a pipe, or inside the word it runs. */
export function downloadsIntoInterpreter(programs: readonly Program[], tables: Tables): Program | null {
  const downloads = programs.filter(
    (program) => tables.dangerous.downloader.includes(program.name) && program.command !== null,
  );
  if (downloads.length === 0) return null;
  const fed = new Map<string, number>();
  for (const { frame, command } of downloads) {
    for (const { id, stage } of command?.pipelines ?? []) {
      const key = keyOf(programs, frame, id);
      fed.set(key, Math.min(fed.get(key) ?? stage, stage));
    }
  }
  for (const program of programs) {
    const { command, frame } = program;
    if (command === null || !isInterpreter(program, tables)) continue;
    const piped = command.pipelines.some(
      ({ id, stage }) => stage > (fed.get(keyOf(programs, frame, id)) ?? Number.POSITIVE_INFINITY),
    );
    if (piped && readsStandardInput(program, tables)) return program;
    if (
      downloads.some(
        (other) => other.frame === frame && other.command !== command && runsWord(program, other, tables),
      )
    )
      return program;
  }
  return null;
}

function keyOf(programs: readonly Program[], frame: Program["frame"], id: number): string {
  return `${frame === null ? -1 : frame.script.source.length}:${frame?.at?.start ?? 0}:${id}:${programs.length}`;
}

function isInterpreter({ name }: Program, tables: Tables): boolean {
  const { bash, sh, foreign } = tables.shell;
  return (
    own(tables.dangerous.interpreter, name) !== undefined ||
    bash.includes(name) ||
    sh.includes(name) ||
    foreign.includes(name) ||
    /^(?:python|perl|ruby|php|lua|node)[0-9.]+$/.test(name)
  );
}

function inlineFlags(name: string, tables: Tables): readonly string[] {
  return (
    own(tables.dangerous.interpreter, name) ??
    own(tables.dangerous.interpreter, name.replace(/[0-9.]+$/, "")) ?? ["-c"]
  );
}

/** No file and no inline program: the program text comes from standard input. */
function readsStandardInput({ name, words }: Program, tables: Tables): boolean {
  const inline = inlineFlags(name, tables);
  for (const word of words.slice(1)) {
    const text = word.value ?? word.outline;
    if (inline.includes(text)) return false;
    if (text === "-" || text === "/dev/stdin" || text === "-s") return true;
    if (!text.startsWith("-")) return false;
  }
  return true;
}

/** The download stands in the word that is run: the first operand, or the value of an inline flag. */
function runsWord({ name, words, command }: Program, download: Program, tables: Tables): boolean {
  const inside = download.command;
  if (command === null || inside === null) return false;
  const inline = inlineFlags(name, tables);
  const at = words.findIndex(
    (word) => word.start <= inside.start && inside.end <= word.end && word.end > word.start,
  );
  if (at < 1) return false;
  const before = words[at - 1]?.value ?? "";
  return (
    inline.includes(before) ||
    words.slice(1, at).every((word) => (word.value ?? word.outline).startsWith("-"))
  );
}
