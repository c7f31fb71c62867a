/**
 * What a typed line means. Only plain words and quotes become arguments, so that the result is what a shell would
 * make of the line too; anything that needs a shell becomes a visible `bash -c` script with the line as it stands.
 */
export type LineMeaning =
  | { kind: "empty" }
  | { kind: "argv"; argv: string[] }
  | { kind: "script"; argv: string[]; because: string }
  | { kind: "unfinished"; message: string };

/** Words that only a shell knows; as a program they would not be found. */
const shellWords = new Set(
  (
    "if then else elif fi for while until do done case esac select function time coproc { } [[ ]] ! " +
    ". source alias bg bind builtin caller command complete declare dirs disown eval exec exit export fg " +
    "getopts hash help history jobs let local mapfile popd pushd read readarray readonly return set shift " +
    "shopt suspend times trap type typeset ulimit umask unalias unset wait"
  ).split(" "),
);

const special: Record<string, string> = {
  "|": "a pipe",
  "&": "“&”",
  ";": "“;”",
  "<": "a redirect",
  ">": "a redirect",
  "(": "a parenthesis",
  ")": "a parenthesis",
  $: "“$”",
  "`": "a backtick",
  "\\": "a backslash",
  "*": "a wildcard",
  "?": "a wildcard",
  "[": "a wildcard",
  "]": "a wildcard",
  "{": "a brace",
  "}": "a brace",
  "\n": "more than one line",
};

const blank = /[ \t]/;
const assignment = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

type Word = { text: string; quoted: boolean };
type Scan = { words: Word[]; because?: string; unfinished?: string };

function readQuoted(line: string, from: number): { text: string; next: number; because?: string } | null {
  const quote = line.charAt(from);
  const end = line.indexOf(quote, from + 1);
  if (end === -1) return null;
  const text = line.slice(from + 1, end);
  if (quote === '"' && /[$`\\]/.test(text))
    return { text, next: end + 1, because: "“$”, “`” or “\\” in quotes" };
  return { text, next: end + 1 };
}

function scan(line: string): Scan {
  const words: Word[] = [];
  let word = null as Word | null;
  let because: string | undefined;
  for (let at = 0; at < line.length; ) {
    const character = line.charAt(at);
    if (blank.test(character)) {
      if (word) words.push(word);
      word = null;
      at += 1;
    } else if (character === "'" || character === '"') {
      const read = readQuoted(line, at);
      // With a backslash or a substitution before it, only a shell can say where a quote ends.
      if (!read) return because === undefined ? { words, unfinished: character } : { words, because };
      because ??= read.because;
      word = { text: (word?.text ?? "") + read.text, quoted: true };
      at = read.next;
    } else {
      const starts = word === null;
      if (starts && character === "#") because ??= "a comment";
      if (character === "~" && (starts || /[=:]$/.test(word?.text ?? ""))) because ??= "“~”";
      because ??= special[character];
      word = { text: (word?.text ?? "") + character, quoted: word?.quoted ?? false };
      at += 1;
    }
  }
  if (word) words.push(word);
  return because === undefined ? { words } : { words, because };
}

/** `["git","status"]` pasted as JSON is taken as the arguments themselves. */
function asJsonArgv(line: string): string[] | null {
  if (!line.startsWith("[")) return null;
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value) || value.length === 0) return null;
    return value.every((one) => typeof one === "string") ? value : null;
  } catch (notJson) {
    if (notJson instanceof SyntaxError) return null;
    throw notJson;
  }
}

export function lineToArgv(typed: string): LineMeaning {
  const line = typed.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
  if (line === "") return { kind: "empty" };
  const json = asJsonArgv(line);
  if (json) return { kind: "argv", argv: json };
  const { words, because, unfinished } = scan(line);
  if (unfinished !== undefined)
    return { kind: "unfinished", message: `The quote ${unfinished} is not closed yet.` };
  const script = (reason: string): LineMeaning => ({
    kind: "script",
    argv: ["bash", "-c", line],
    because: reason,
  });
  if (because !== undefined) return script(because);
  const first = words[0];
  if (first && assignment.test(first.text)) return script("a variable");
  if (first && !first.quoted && shellWords.has(first.text)) return script(`the shell word “${first.text}”`);
  return { kind: "argv", argv: words.map((word) => word.text) };
}
