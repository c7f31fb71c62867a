import type { Word } from "./ast.ts";
import { joined } from "./joined.ts";
import { scanOptions } from "./options.ts";
import { mayBeOption, type Sink } from "./sink.ts";

type Grammar = {
  value: readonly string[];
  /** options whose value is expanded as if in double quotes */
  expanded: readonly string[];
};

const mapfile: Grammar = { value: ["-d", "-n", "-O", "-s", "-u", "-C", "-c"], expanded: [] };
const completion: Grammar = {
  value: ["-o", "-A", "-G", "-W", "-F", "-C", "-X", "-P", "-S", "-V"],
  expanded: ["-W", "-P", "-S", "-X"],
};

export const unfoldMapfile = (words: readonly Word[], sink: Sink): void => callback(words, sink, mapfile);

export const unfoldCompgen = (words: readonly Word[], sink: Sink): void => callback(words, sink, completion);

/** What a specification names runs when somebody completes a word, which nobody does in a script. */
export function unfoldComplete(words: readonly Word[], sink: Sink): void {
  given(words, sink, completion);
}

/** Builtins that run the value of `-C`: where a word may turn out to be an option, no word behind it is certain. */
function callback(words: readonly Word[], sink: Sink, grammar: Grammar): void {
  const { rest, unclear } = scanOptions(words, 1, grammar);
  const first = unclear ?? words[rest];
  const ended = words[rest - 1]?.value === "--";
  if (first !== undefined && (unclear !== null || (!ended && mayBeOption(first, sink.scope.frame))))
    sink.issue(
      "code_in_data",
      first,
      "this may turn out to be an option that runs a command",
      "put -- before it, or write it out",
    );
  given(words, sink, grammar);
}

function given(words: readonly Word[], sink: Sink, { value, expanded }: Grammar): void {
  for (const option of scanOptions(words, 1, { value, permute: true }).options) {
    if (option.name === "-C" && option.value !== null) joined([option.value], sink);
    const text = option.value?.value;
    if (expanded.includes(option.name) && (text === null || /[`(]|@P/.test(text ?? "")))
      sink.issue(
        "code_in_data",
        option.value,
        "this text is expanded again when it is used",
        "use literal words",
      );
  }
}
