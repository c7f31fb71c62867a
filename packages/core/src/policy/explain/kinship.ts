import type { Command } from "../../shell/ast.ts";
import type { Frame, Program, Unfolded } from "../../shell/unfolded.ts";

/** Who starts whom. Programs are listed in the order they are met, each before what it starts. */
export type Kinship = {
  /** programs that a program starts through its arguments */
  wrapped: ReadonlyMap<Program, readonly Program[]>;
  /** scripts that a program reads */
  scripts: ReadonlyMap<Program, readonly Frame[]>;
  byCommand: ReadonlyMap<Command, Program>;
  byFrame: ReadonlyMap<Frame, readonly Program[]>;
  /** programs and scripts that a variable starts */
  loose: ReadonlyMap<Frame | null, readonly (Program | Frame)[]>;
};

const farthest = 2_000;

export function kinshipOf({ programs, frames }: Unfolded): Kinship {
  const wrapped = new Map<Program, Program[]>();
  const scripts = new Map<Program, Frame[]>();
  const byCommand = new Map<Command, Program>();
  const byFrame = new Map<Frame, Program[]>();
  const loose = new Map<Frame | null, (Program | Frame)[]>();
  const ids = new Map<object, number>();
  const idOf = (thing: object | null): number => {
    if (thing === null) return 0;
    const known = ids.get(thing) ?? ids.size + 1;
    ids.set(thing, known);
    return known;
  };
  const last = new Map<string, Program>();
  const firstOf = new Map<Frame, number>();
  programs.forEach((program, index) => {
    const { frame, command, via, name, origin } = program;
    const scope = `${idOf(frame)} ${idOf(command)}`;
    last.set([scope, ...via, name].join("\0"), program);
    if (frame !== null && origin === "script") {
      if (!firstOf.has(frame)) firstOf.set(frame, index);
      put(byFrame, frame, program);
      if (command !== null) byCommand.set(command, program);
    }
    if (origin !== "wrapped") return;
    const parent = last.get([scope, ...via].join("\0"));
    if (parent === undefined || parent === program) put(loose, frame, program);
    else put(wrapped, parent, program);
  });
  let after = programs.length;
  for (const frame of [...frames].reverse()) {
    after = firstOf.get(frame) ?? after;
    const parent = readerOf(frame, programs, after);
    if (parent === null) put(loose, outermost(frame, frames), frame);
    else put(scripts, parent, frame);
  }
  for (const list of scripts.values()) list.reverse();
  return { wrapped, scripts, byCommand, byFrame, loose };
}

/** The nearest program before a script that stands where the script does and holds its text. */
function readerOf(frame: Frame, programs: readonly Program[], before: number): Program | null {
  let fallback: Program | null = null;
  for (let index = before - 1; index >= 0 && index >= before - farthest; index -= 1) {
    const program = programs[index];
    if (program === undefined || !standsIn(frame, program)) continue;
    if (holds(program, frame.script.source)) return program;
    fallback ??= program;
  }
  return fallback;
}

/** The script of the argument that a script with no reader of its own came from. */
function outermost(frame: Frame, frames: readonly Frame[]): Frame | null {
  if (frame.at === null) return null;
  return frames.find((other) => other.at === null && other.top === frame.top) ?? null;
}

function standsIn(frame: Frame, program: Program): boolean {
  const outer = program.frame;
  if (frame.at === null) return outer === null;
  if (outer === null || outer === frame || outer.top !== frame.top) return false;
  if (outer.at !== null) return outer.at.start === frame.at.start && outer.at.end === frame.at.end;
  const { command } = program;
  return command === null || (command.start <= frame.at.start && frame.at.end <= command.end);
}

function holds({ words, stdin }: Program, source: string): boolean {
  if (stdin.kind === "text" && stdin.text === source) return true;
  const values = words.slice(1).map((word) => word.value ?? word.outline);
  return values.some((value) => value.endsWith(source)) || values.join(" ").endsWith(source);
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
