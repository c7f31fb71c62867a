import type { Word } from "./ast.ts";
import { runWithPlaceholder } from "./find.ts";
import { scanOptions } from "./options.ts";
import type { Sink } from "./sink.ts";
import { splitWords } from "./split-words.ts";
import { appendedWords, argvWord } from "./unfolded.ts";

const grammar = {
  value: [
    "-a",
    "-d",
    "-E",
    "-I",
    "-L",
    "-n",
    "-P",
    "-s",
    "-R",
    "-S",
    "-J",
    "--arg-file",
    "--delimiter",
    "--max-args",
    "--max-procs",
    "--max-chars",
    "--process-slot-var",
  ],
  flag: [
    "-0",
    "-o",
    "-p",
    "-r",
    "-t",
    "-x",
    "-i",
    "-l",
    "-e",
    "--null",
    "--open-tty",
    "--interactive",
    "--no-run-if-empty",
    "--verbose",
    "--exit",
    "--show-limits",
    "--replace",
    "--max-lines",
    "--eof",
    "--help",
    "--version",
  ],
};

/** `xargs`: the words after its options, with what it reads appended or put in the place of a placeholder. */
export function unfoldXargs(words: readonly Word[], sink: Sink): void {
  const scan = scanOptions(words, 1, grammar);
  for (const word of scan.doubts) sink.suspect(word);
  if (scan.unclear !== null) {
    sink.issue(
      "wrapper_not_static",
      scan.unclear,
      "an expansion stands where options of xargs may stand",
      "quote it, or write the words out",
    );
    return;
  }
  if (scan.operands.length === 0) return;
  if (scan.unknown) sink.suspect(scan.operands[1]);
  const placeholder = replacement(scan.options);
  readsText(scan.operands, placeholder?.value ?? null, sink, delimiterOf(scan.options));
  if (placeholder === null) sink.argv([...scan.operands, appendedWords]);
  else if (placeholder.value === null)
    sink.issue("wrapper_not_static", placeholder, "the placeholder of xargs is not plain from the text");
  else runWithPlaceholder(scan.operands, placeholder.value, sink);
}

const mostLines = 8;

/** Where the text that is read is known, so are the words it adds. */
function readsText(
  operands: readonly Word[],
  placeholder: string | null,
  sink: Sink,
  delimiter: string | null,
): void {
  const { stdin } = sink.scope;
  if (stdin.kind !== "text" || stdin.text === null) return;
  const doubtful = { doubtful: true };
  if (placeholder === null) {
    const words =
      delimiter === null
        ? (splitWords(stdin.text) ?? stdin.text.split(/\s+/))
        : stdin.text.replace(/\n$/, "").split(delimiter);
    sink.argv([...operands, ...words.slice(0, 200).map(argvWord)], doubtful);
    return;
  }
  if (placeholder === "") return;
  for (const line of stdin.text.trim().split("\n").slice(0, mostLines))
    sink.argv(
      operands.map((word) =>
        word.value?.includes(placeholder) === true
          ? { ...argvWord(word.value.replaceAll(placeholder, line)), start: word.start, end: word.end }
          : word,
      ),
      doubtful,
    );
}

function delimiterOf(options: readonly { name: string; value: Word | null }[]): string | null {
  const found = options.find(({ name }) => name === "-d" || name === "--delimiter")?.value?.value ?? null;
  if (options.some(({ name }) => name === "-0" || name === "--null")) return "\0";
  return found === null ? null : found === "\\n" ? "\n" : found;
}

/** The placeholder word, `{}` for `-i` and `--replace` without a value, null when input is appended. */
function replacement(
  options: readonly { name: string; value: Word | null; attached: boolean }[],
): Word | null {
  let found: Word | null = null;
  options.forEach((option, index) => {
    if (option.name === "-I" || option.name === "-J") found = option.value;
    else if (option.name === "--replace") found = option.value ?? braces;
    else if (option.name === "-i") {
      // GNU reads what is attached to -i as the placeholder; a cluster after it is taken apart above.
      const rest = options.slice(index + 1).filter((next) => next.value === null);
      found = { ...braces, value: rest.length > 0 ? null : "{}" };
    }
  });
  return found;
}

const braces: Word = {
  start: 0,
  end: 0,
  text: "{}",
  value: "{}",
  dynamic: null,
  many: false,
  outline: "{}",
  variables: [],
};
