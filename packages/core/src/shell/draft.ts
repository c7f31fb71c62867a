import type { Assignment as ParsedAssignment, Redirection, SyntaxNode, Word as ParsedWord } from "unbash";
import type {
  Arithmetic,
  Assignment,
  Command,
  Data,
  FunctionDefinition,
  Oddity,
  Redirect,
  ReadProblem,
  Script,
  Span,
  Stdin,
  Word,
} from "./ast.ts";
import { hidesSign } from "./ansi-c.ts";
import { staticOutput } from "./static-output.ts";
import { openers } from "./openers.ts";
import { lowerWord } from "./word.ts";

/** What holds a node, as far as a rule may ask. */
export type Context = {
  /** text that positions below refer to; a backtick script with escapes has its own */
  source: string;
  /** where that text stands in the script that was given, when it is not that script itself */
  shift: number | null;
  stdin: Stdin;
  pipelines: readonly { id: number; stage: number }[];
  background: boolean;
  inSubstitution: boolean;
  inFunction: string | null;
  /** inside double quotes or a here-document */
  quoted: boolean;
  operand: boolean;
};

export type Frame = { node: SyntaxNode; context: Context };

/** Where a node stands in the script that was given. */
export function at({ node, context }: { node: { pos: number; end: number }; context: Context }): Span {
  return context.shift === null
    ? { start: node.pos, end: node.end }
    : { start: context.shift, end: context.shift + 1 };
}

/** Digits before a redirect that make a larger number are a word of the command. */
const highestDescriptor = 0x7f_ff_ff_ff;

/** Collects a script's tree while it is walked. */
export class Draft {
  readonly root: Context;
  readonly commands: Command[] = [];
  readonly assignments: Assignment[] = [];
  readonly redirects: Redirect[] = [];
  readonly functions: FunctionDefinition[] = [];
  readonly loops: { name: Word; words: readonly Word[] }[] = [];
  readonly numbers: (Span & { name: string })[] = [];
  readonly arithmetic: Arithmetic[] = [];
  readonly data: Data[] = [];
  readonly words: Word[] = [];
  readonly oddities: Oddity[] = [];
  readonly dialect: (Span & { what: string })[] = [];
  problem: ReadProblem | null = null;
  private pipelines = 0;
  private readonly covered = new Map<string, Map<number, number>>();
  private readonly weakTexts: { frame: Frame; arithmetic: boolean }[] = [];

  private readonly lowered = new Map<ParsedWord, Word>();
  private readonly loweredRedirects = new Map<Redirection, Redirect>();
  private readonly loweredAssignments = new Map<ParsedAssignment, Assignment>();

  constructor(readonly source: string) {
    this.root = {
      source,
      shift: null,
      stdin: { kind: "null" },
      pipelines: [],
      background: false,
      inSubstitution: false,
      inFunction: null,
      quoted: false,
      operand: false,
    };
  }

  /** Our word for a word of the second parser: one, however often it is asked for. */
  word(node: ParsedWord, context: Context): Word {
    const before = this.lowered.get(node);
    if (before !== undefined) return before;
    const word = lowerWord(node, at({ node, context }));
    this.lowered.set(node, word);
    return word;
  }

  redirect(node: Redirection, context: Context): Redirect {
    const before = this.loweredRedirects.get(node);
    if (before !== undefined) return before;
    const { start, end } = at({ node, context });
    if (node.descriptor?.type === "FileDescriptor" && node.descriptor.value > highestDescriptor)
      this.fail({ node: node.descriptor, context }, "a number too large for a descriptor, which is a word");
    const redirect: Redirect = {
      start,
      end,
      operator: node.operator,
      descriptor: node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : null,
      target: node.type === "HereDoc" || node.target === undefined ? null : this.word(node.target, context),
    };
    this.loweredRedirects.set(node, redirect);
    return redirect;
  }

  assignment(node: ParsedAssignment, context: Context): Assignment {
    const before = this.loweredAssignments.get(node);
    if (before !== undefined) return before;
    const assignment = this.newAssignment(node, context);
    this.loweredAssignments.set(node, assignment);
    return assignment;
  }

  setValue(node: ParsedAssignment, value: Word, context: Context): void {
    this.loweredAssignments.set(node, { ...this.assignment(node, context), value });
  }

  private newAssignment(node: ParsedAssignment, context: Context): Assignment {
    const { value } = node;
    const { start, end } = at({ node, context });
    const { name } = node;
    const subscript = node.index?.text ?? null;
    const append = node.append === true;
    // the second parser leaves a list unread when something stands against its closing parenthesis
    if (value.type === "Word" && value.text.startsWith("("))
      this.fail({ node: value, context }, "text stands right behind a list of values");
    if (value.type === "Word")
      return {
        start,
        end,
        name,
        subscript,
        value: lowerWord(value, at({ node: value, context }), true),
        elements: [],
        append,
      };
    for (const element of value.elements) {
      const close = element.text.startsWith("[") ? element.text.lastIndexOf("]=") : -1;
      if (close > 0) this.weak({ node: { ...element, end: element.pos + close }, context }, true);
    }
    return {
      start,
      end,
      name,
      subscript,
      value: null,
      elements: value.elements.map((word) => this.word(word, context)),
      append,
    };
  }

  fail(frame: Frame, message: string): void {
    this.problem ??= { ...at(frame), code: "unsupported_syntax", message };
  }

  nextPipeline(): number {
    this.pipelines += 1;
    return this.pipelines;
  }

  /** Standard input of a pipeline's next stage: static text when the stage before prints nothing else. */
  pipe(feeder: SyntaxNode | null, context: Context): Stdin {
    const text = feeder === null ? null : staticOutput(feeder);
    return text === null
      ? { kind: "pipe" }
      : { kind: "text", text, start: feeder === null ? 0 : at({ node: feeder, context }).start };
  }

  /** A substitution the parser found; what stands in a weak place and is not covered is one it did not. */
  cover({ node, context }: Frame): void {
    const found = this.covered.get(context.source) ?? new Map<number, number>();
    found.set(node.pos, node.end);
    this.covered.set(context.source, found);
  }

  /** As `cover`, for an arithmetic expansion: its opener is known, its inside is still looked at. */
  coverOpener({ node, context }: Frame): void {
    this.cover({ node: { ...node, end: Math.min(node.end, node.pos + 3) }, context });
  }

  /** Text in which quotes do not stop a substitution. */
  weak(frame: Frame, arithmetic: boolean): void {
    const { node, context } = frame;
    if (arithmetic && hidesSign(context.source.slice(node.pos, node.end)))
      this.fail(frame, "a sign that $'…' writes by its number, where it is evaluated");
    this.weakTexts.push({ frame, arithmetic });
  }

  finish(): Script {
    for (const { frame, arithmetic } of this.weakTexts) {
      const covered = this.covered.get(frame.context.source) ?? new Map<number, number>();
      const found = openers(frame.context.source, frame.node.pos, frame.node.end, {
        covered,
        escapes: !arithmetic,
      });
      if (found === null) continue;
      this.oddities.push({ ...at(frame), kind: "weak_quote", detail: "", value: null });
    }
    const {
      source,
      commands,
      assignments,
      redirects,
      functions,
      loops,
      numbers,
      arithmetic,
      data,
      words,
      oddities,
      dialect,
      problem,
    } = this;
    return {
      source,
      commands,
      assignments,
      redirects,
      functions,
      loops,
      numbers,
      arithmetic,
      data,
      words,
      oddities,
      dialect,
      problem,
    };
  }
}
