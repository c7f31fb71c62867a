/**
 * Our own small syntax tree of a script: what both parsers are lowered to and the only shape the rules know.
 * Flat on purpose: every simple command stands in `commands` whatever holds it, with what it holds it by.
 */

/** Half-open range of UTF-16 offsets in the script that was given. */
export type Span = { start: number; end: number };

/** Why a word's value is not known from the text. */
export type Dynamic =
  | "variable"
  | "substitution"
  | "arithmetic"
  | "process"
  | "glob"
  | "brace"
  | "tilde"
  | "array";

export type Word = Span & {
  text: string;
  /** the word after quote removal; null when it is not static */
  value: string | null;
  dynamic: Dynamic | null;
  /** true when it may become no word or several */
  many: boolean;
  /** literal text with each unknown part as U+0001, `~` for home and `.` for the working directory; for paths */
  outline: string;
  /** variables the word expands */
  variables: readonly string[];
  /** the unknown parts of the outline, in their order: the variable, and text that may stand there without it */
  unknowns?: readonly Unknown[];
};

export type Unknown = { name: string | null; text: string | null };

export type Assignment = Span & {
  name: string;
  subscript: string | null;
  /** null for an array value, whose elements follow */
  value: Word | null;
  elements: readonly Word[];
  append: boolean;
};

export type Redirect = Span & {
  operator: string;
  descriptor: number | null;
  target: Word | null;
};

/** Where a command's standard input comes from. */
export type Stdin =
  | { kind: "null" }
  | { kind: "text"; text: string | null; start: number }
  | { kind: "pipe" }
  | { kind: "file"; target: Word }
  | { kind: "unknown" };

/** A simple command. */
export type Command = Span & {
  words: readonly Word[];
  assignments: readonly Assignment[];
  redirects: readonly Redirect[];
  stdin: Stdin;
  /** the pipelines that hold it, outermost first, each with the stage it stands in */
  pipelines: readonly { id: number; stage: number }[];
  background: boolean;
  inSubstitution: boolean;
  /** innermost function whose body holds it */
  inFunction: string | null;
};

export type FunctionDefinition = Span & { name: Word };

/** Text that the shell evaluates as arithmetic. */
export type Arithmetic = Span & { text: string; variables: readonly string[] };

/** Text a here-document or here-string carries. */
export type Data = Span & { text: string; quoted: boolean };

/** What rules look at beside commands: `${x@P}`, `${x:=…}`, and a substitution that quotes only seem to stop. */
export type Oddity = Span & {
  kind: "prompt_expansion" | "weak_quote" | "assigning_expansion";
  detail: string;
  value: Word | null;
};

export type Script = {
  source: string;
  commands: readonly Command[];
  assignments: readonly Assignment[];
  redirects: readonly Redirect[];
  functions: readonly FunctionDefinition[];
  /** names that `for`, `select` and the like assign, with the words they take */
  loops: readonly { name: Word; words: readonly Word[] }[];
  /** variables that the shell sets to a number by itself */
  numbers: readonly (Span & { name: string })[];
  arithmetic: readonly Arithmetic[];
  data: readonly Data[];
  /** every quoted or unquoted literal, decoded, for the search for code in data */
  words: readonly Word[];
  oddities: readonly Oddity[];
  /** constructs that dash reads otherwise than bash */
  dialect: readonly (Span & { what: string })[];
  /** the first thing inside that cannot be read */
  problem: ReadProblem | null;
};

export type ReadProblem = Span & {
  code: "unsupported_syntax" | "parser_disagreement" | "script_limit" | "dialect";
  message: string;
};

export type Reading = { ok: true; script: Script } | { ok: false; problem: ReadProblem };
