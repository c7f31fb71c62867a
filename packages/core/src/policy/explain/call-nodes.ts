import type { Span, Word } from "../../shell/ast.ts";
import { argvWord, type Frame, type Program, type Unfolded } from "../../shell/unfolded.ts";
import type { ExplainedNode, Spot } from "./explanation.ts";
import { type Kinship, kinshipOf } from "./kinship.ts";
import { type SyntaxTask, ScriptNodes } from "./script-nodes.ts";
import type { NewNode, Tree } from "./tree.ts";

/** A script that is being walked, with the node its nested text belongs to. */
type Reading = { nodes: ScriptNodes; frame: Frame; script: number; nested: boolean };

type Task =
  | { program: Program; parent: number | null; reading: Reading | null }
  | { frame: Frame; parent: number | null }
  | { syntax: SyntaxTask; parent: number; reading: Reading }
  | { rest: Reading; parent: number };

/** Lays a call out as a tree. Works through a list, so nesting never costs the stack. */
export class CallNodes {
  private readonly kin: Kinship;
  private readonly tasks: Task[] = [];
  private readonly argOf = new Map<Word, number>();

  constructor(
    private readonly tree: Tree,
    private readonly argv: readonly string[],
    private readonly unfolded: Unfolded,
  ) {
    this.kin = kinshipOf(unfolded);
  }

  run(): void {
    const root = this.root();
    this.drain();
    for (const item of this.kin.loose.get(null) ?? []) {
      if ("script" in item) this.frame(item, root);
      else this.program({ program: item, parent: root, reading: null });
      this.drain();
    }
  }

  private drain(): void {
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) {
      if ("program" in task) this.program(task);
      else if ("frame" in task) this.frame(task.frame, task.parent);
      else if ("syntax" in task) this.syntax(task);
      else this.rest(task.rest, task.parent);
    }
  }

  /** The call's own program; sudo in front of it, and argv that could not be read at all, are words only. */
  private root(): number {
    const first = this.unfolded.programs.find((program) => program.origin === "argv");
    const before = first === undefined ? this.argv.length : this.argv.length - first.words.length;
    first?.words.forEach((word, index) => this.argOf.set(word, before + index));
    if (before === 0 && first !== undefined) {
      this.tasks.push({ program: first, parent: null, reading: null });
      return 0;
    }
    const words = this.argv.map(argvWord);
    words.forEach((word, index) => this.argOf.set(word, index));
    const root = this.add(null, { kind: "program", label: this.argv[0] ?? "", words }, null);
    if (first !== undefined) this.tasks.push({ program: first, parent: root, reading: null });
    return root;
  }

  private program({ program, parent, reading }: Extract<Task, { program: Program }>): void {
    const { words, name } = program;
    const id = this.add(parent, { kind: "program", label: name, words, notes: notesOf(program) }, reading);
    this.started(program, id, reading);
  }

  private started(program: Program, parent: number, reading: Reading | null): void {
    const scripts = this.kin.scripts.get(program) ?? [];
    for (const frame of [...scripts].reverse()) this.tasks.push({ frame, parent });
    const wrapped = this.kin.wrapped.get(program) ?? [];
    for (const inner of [...wrapped].reverse()) this.tasks.push({ program: inner, parent, reading });
  }

  private frame(frame: Frame, parent: number | null): void {
    const nested = frame.at !== null || frame.argIndex === null;
    const { source } = frame.script;
    const whole = frame.at ?? { start: 0, end: source.length };
    const made: NewNode = {
      kind: "script",
      label: frame.dialect,
      spots: spotsIn(frame, whole),
      text: nested ? source : null,
    };
    const script = this.tree.add(parent, made, () => []);
    const reading = { nodes: new ScriptNodes(frame, this.kin.byCommand), frame, script, nested };
    this.tasks.push({ rest: reading, parent: script });
    for (const syntax of reading.nodes.start()) this.tasks.push({ syntax, parent: script, reading });
  }

  private syntax({ syntax, parent, reading }: Extract<Task, { syntax: SyntaxTask }>): void {
    const met = reading.nodes.meet(syntax);
    let id = parent;
    if (met !== null) {
      const { made, span, program } = met;
      const notes = [...(made.notes ?? []), ...(program === null ? [] : notesOf(program))];
      id = this.add(parent, { ...made, notes }, reading, span);
      if (program !== null) this.started(program, id, reading);
    }
    for (const child of reading.nodes.below(syntax).reverse())
      this.tasks.push({ syntax: child, parent: id, reading });
  }

  /** What a script starts and no construct of it was paired with: through a variable, or in a place of its own. */
  private rest(reading: Reading, parent: number): void {
    const { frame, nodes } = reading;
    const unmet = (this.kin.byFrame.get(frame) ?? []).filter((program) => !nodes.met.has(program));
    for (const item of [...unmet, ...(this.kin.loose.get(frame) ?? [])].reverse())
      this.tasks.push("script" in item ? { frame: item, parent } : { program: item, parent, reading });
  }

  private add(parent: number | null, made: NewNode, reading: Reading | null, span?: Span): number {
    const words = made.words ?? [];
    const own = span ?? hull(words);
    return this.tree.add(parent, { ...made, ...this.placed(words, reading, own) }, (word) =>
      reading === null ? this.argSpots(word) : spotsIn(reading.frame, word),
    );
  }

  private placed(
    words: readonly Word[],
    reading: Reading | null,
    span: Span,
  ): Pick<ExplainedNode, "spots" | "inner"> {
    if (reading === null)
      return { spots: words.slice(0, 60).flatMap((word) => this.argSpots(word)), inner: null };
    const { frame, script, nested } = reading;
    return { spots: spotsIn(frame, span), inner: nested ? { script, ...pick(span) } : null };
  }

  private argSpots(word: Word): Spot[] {
    const arg = this.argOf.get(word);
    return arg === undefined ? [] : [{ arg, start: 0, end: this.argv[arg]?.length ?? 0 }];
  }
}

function spotsIn(frame: Frame, span: Span): Spot[] {
  return frame.argIndex === null ? [] : [{ arg: frame.argIndex, ...pick(frame.at ?? span) }];
}

function pick({ start, end }: Span): Span {
  return { start, end };
}

function hull(words: readonly Word[]): Span {
  const placed = words.filter((word) => word.end > word.start);
  const [first] = placed;
  return { start: first?.start ?? 0, end: placed.reduce((end, word) => Math.max(end, word.end), 0) };
}

function notesOf({ via, multicall, remote, origin }: Program): string[] {
  return [
    ...(origin === "wrapped" ? [`started by ${via.slice(-4).join(", ")}`] : []),
    ...(multicall ? ["runs inside its multi-call program"] : []),
    ...(remote ? ["runs on another machine"] : []),
  ];
}
