import type { EditFileInput } from "@gatehouse/core/tool-call/file-input";
import { FileProblem } from "../files/file-problem.ts";

type Target = Extract<EditFileInput, { mode: "patch" }>["targets"][number];

/** Targets one after the other, each on what the one before left. An anchor that is not unique changes nothing at all. */
export function patchText(text: string, targets: readonly Target[]): string {
  let current = text;
  for (const [at, target] of targets.entries())
    current = "row" in target ? insertRow(current, target, at) : replaceString(current, target, at);
  return current;
}

function replaceString(text: string, target: Extract<Target, { old_string: string }>, at: number): string {
  const { old_string: anchor, new_string: replacement } = target;
  const places = placesOf(text, anchor, target.replace_all === true ? Number.POSITIVE_INFINITY : 10);
  const which = `old_string of target ${at + 1}`;
  if (places.length === 0)
    throw new FileProblem("invalid", `${which} is not in the file: read the file and copy it exactly`);
  if (target.replace_all !== true && places.length > 1) {
    const rows = places.map((place) => lineAt(text, place)).join(", ");
    throw new FileProblem(
      "invalid",
      `${which} is not unique, it starts on lines ${rows}: add what stands around it, or set replace_all`,
    );
  }
  let out = "";
  let end = 0;
  for (const place of places) {
    out += text.slice(end, place) + replacement;
    end = place + anchor.length;
  }
  return out + text.slice(end);
}

function placesOf(text: string, anchor: string, most: number): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(anchor);
    at >= 0 && places.length < most;
    at = text.indexOf(anchor, at + anchor.length)
  )
    places.push(at);
  return places;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}

function insertRow(text: string, target: Extract<Target, { row: number }>, at: number): string {
  const { row, insert_string: inserted } = target;
  const piece = inserted.endsWith("\n") ? inserted : `${inserted}\n`;
  let start = 0;
  for (let line = 1; line < row; line += 1) {
    const newline = text.indexOf("\n", start);
    if (newline >= 0) {
      start = newline + 1;
      continue;
    }
    if (start < text.length && line === row - 1) return `${text}\n${inserted}`;
    throw new FileProblem(
      "invalid",
      `row of target ${at + 1} is past the end: the file has ${line - 1} lines`,
    );
  }
  return text.slice(0, start) + piece + text.slice(start);
}
