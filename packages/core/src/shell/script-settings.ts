import { appendedValues } from "./appended.ts";
import type { Script, Span, Word } from "./ast.ts";
import { carriesCode } from "./setting.ts";
import type { Sink } from "./sink.ts";
import { appendedWords } from "./unfolded.ts";

/** Every variable that a script's own syntax sets. */
export function* scriptSettings(
  script: Script,
  tables: Pick<Sink, "tables">,
): Generator<{ name: string; value: Word | null; span: Span }> {
  for (const item of script.assignments) {
    yield { name: item.name, value: item.value, span: item };
    for (const element of item.elements) yield { name: item.name, value: element, span: item };
  }
  for (const item of appendedValues(script))
    if (carriesCode(item.name, tables)) yield { name: item.name, value: item.value, span: item };
  for (const oddity of script.oddities)
    if (oddity.kind === "assigning_expansion")
      yield { name: oddity.detail, value: oddity.value, span: oddity };
  for (const item of script.numbers)
    if (carriesCode(item.name, tables)) yield { name: item.name, value: appendedWords, span: item };
  for (const { name, words } of script.loops)
    for (const word of words) yield { name: name.value ?? "", value: word, span: name };
}
