import {
  forEachChild,
  type ParsedScript,
  type Command as CommandNode,
  type Redirection,
  type SyntaxNode,
} from "unbash";
import type { Assignment, Command, Script, Span, Stdin } from "./ast.ts";
import { Draft, type Context, at, type Frame } from "./draft.ts";
import { noteDialect } from "./dialect.ts";
import { noteExpansion } from "./expansion.ts";
import { gluedValue } from "./glued-value.ts";
import { plainKinds } from "./plain-kinds.ts";
import { noteSetByShell } from "./set-by-shell.ts";
import { hereDocLiteral } from "./static-output.ts";
import { sharedStdin, stdinOf } from "./stdin.ts";
import { goesOn, touchingWords } from "./touching.ts";
import { lowerWord } from "./word.ts";

/**
 * Lowers the tree of the second parser to ours, over an allow-list of node kinds: any other kind stops it. Walks with
 * a stack of its own, so depth costs memory in proportion and never the call stack.
 */
export function lower(
  parsed: ParsedScript,
  source: string,
): { script: Script } | { unlisted: Span; kind: string } {
  const draft = new Draft(source);
  const stack: Frame[] = [{ node: parsed, context: draft.root }];
  const children: Frame[] = [];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    children.length = 0;
    const kind = visit(draft, frame, children);
    if (kind !== null) return { unlisted: at(frame), kind };
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) stack.push(child);
    }
  }
  return { script: draft.finish() };
}

/** Records what a node means and lists what to visit below it. Returns the kind's name when it is not on the list. */
function visit(draft: Draft, frame: Frame, children: Frame[]): string | null {
  const { node, context } = frame;
  noteDialect(draft, frame);
  noteSetByShell(draft, frame);
  const below = (child: SyntaxNode, change?: Partial<Context>): void => {
    children.push({ node: child, context: change === undefined ? context : changed(context, change) });
  };
  switch (node.type) {
    case "Script": {
      const error = node.errors?.[0];
      if (error !== undefined)
        draft.fail({ ...frame, node: { ...node, pos: error.pos, end: error.pos + 1 } }, error.message);
      for (const child of node.commands) below(child);
      return null;
    }
    case "Command":
      command(draft, frame, children);
      return null;
    case "Statement":
      below(
        node.command,
        context.background === (node.background === true)
          ? undefined
          : { background: node.background === true },
      );
      return null;
    case "Pipeline":
      pipeline(draft, frame, below);
      return null;
    case "Redirected": {
      const stdin = stdinOf(node.redirects, frame, context.stdin);
      for (const redirect of node.redirects) below(redirect);
      below(node.command, { stdin: sharedStdin(stdin) });
      return null;
    }
    case "Function":
      draft.functions.push({ ...at(frame), name: draft.word(node.name, context) });
      below(node.body, { inFunction: node.name.value, stdin: { kind: "unknown" } });
      return null;
    case "Coproc":
      below(node.body, { stdin: { kind: "pipe" } });
      return null;
    case "For":
    case "Select":
      loop(draft, frame, below);
      return null;
    case "Assignment":
      draft.assignments.push(draft.assignment(node, context));
      if (node.index !== undefined) draft.weak({ node: node.index, context }, true);
      forEachChild(node, (child) => below(child, child === node.index ? { operand: true } : undefined));
      return null;
    case "Redirect":
    case "HereString":
    case "HereDoc":
      redirection(draft, frame, below);
      return null;
    case "SimpleExpansion":
      noteExpansion(draft, frame);
      return null;
    case "ArithmeticCommand":
    case "ArithmeticFor":
    case "TestBinary":
      noteExpansion(draft, frame);
      forEachChild(node, (child) => below(child, { operand: child.type !== "CompoundList" }));
      return null;
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
    case "ProcessSubstitution":
      noteExpansion(draft, frame);
      substitution(draft, frame, below);
      return null;
    case "ParameterExpansion":
    case "ArithmeticExpansion":
      if (!closed(node.text)) draft.fail(frame, "an expansion whose end is not plain");
      noteExpansion(draft, frame);
      forEachChild(node, (child) => below(child, { operand: true }));
      return null;
    case "Word":
      draft.words.push(draft.word(node, context));
      if (node.parts === undefined) return null;
      forEachChild(node, (child) => below(child));
      return null;
    case "DoubleQuoted":
    case "LocaleString":
    case "HereDocBody":
      forEachChild(node, (child) => below(child, { quoted: true }));
      return null;
    default:
      if (!plainKinds.has(node.type)) return node.type;
      forEachChild(node, (child) => below(child));
      return null;
  }
}

/** Does an expansion end with what closes it. The parser is known to cut some in two without an error. */
function closed(text: string): boolean {
  if (text.startsWith("`")) return text.length > 1 && text.endsWith("`");
  const opener = /^[$<>](?:\\\n)*([({[])/.exec(text)?.[1];
  return opener === undefined || text.endsWith(opener === "(" ? ")" : opener === "{" ? "}" : "]");
}

/** Written out, since this is where the time of lowering goes. */
function changed(context: Context, change: Partial<Context>): Context {
  return {
    source: change.source ?? context.source,
    shift: change.shift ?? context.shift,
    stdin: change.stdin ?? context.stdin,
    pipelines: change.pipelines ?? context.pipelines,
    background: change.background ?? context.background,
    inSubstitution: change.inSubstitution ?? context.inSubstitution,
    inFunction: change.inFunction ?? context.inFunction,
    quoted: change.quoted ?? context.quoted,
    operand: change.operand ?? context.operand,
  };
}

type Below = (child: SyntaxNode, change?: Partial<Context>) => void;

function command(draft: Draft, frame: Frame, children: Frame[]): void {
  const { node, context } = frame;
  if (node.type !== "Command") return;
  const stdin = stdinOf(node.redirects, frame, context.stdin);
  const named = !gluedValue(draft, frame);
  const words = touchingWords(node, named, context.source).map(({ word, declared }) =>
    declared ? lowerWord(word, at({ node: word, context }), true) : draft.word(word, context),
  );
  const { start, end } = at(frame);
  const lowered: Command = {
    start,
    end,
    words,
    assignments: assignmentsOf(draft, node.prefix, context),
    redirects:
      node.redirects.length === 0 ? none : node.redirects.map((item) => draft.redirect(item, context)),
    stdin,
    pipelines: context.pipelines,
    background: context.background,
    inSubstitution: context.inSubstitution,
    inFunction: context.inFunction,
  };
  draft.commands.push(lowered);
  const inside =
    context.background || context.pipelines.length > 0
      ? changed(context, { background: false, pipelines: none })
      : context;
  for (const item of node.prefix) children.push({ node: item, context: inside });
  if (node.name !== undefined) children.push({ node: node.name, context: inside });
  for (const item of node.suffix) children.push({ node: item, context: inside });
}

const none: readonly never[] = [];

function assignmentsOf(draft: Draft, prefix: CommandNode["prefix"], context: Context): readonly Assignment[] {
  if (prefix.length === 0) return none;
  return prefix.flatMap((item) => (item.type === "Assignment" ? [draft.assignment(item, context)] : []));
}

function pipeline(draft: Draft, { node, context }: Frame, below: Below): void {
  if (node.type !== "Pipeline") return;
  const id = draft.nextPipeline();
  for (const prefix of node.prefixes) below(prefix);
  if (node.commands.length === 1) {
    for (const child of node.commands) below(child);
    return;
  }
  let feeder: SyntaxNode | null = null;
  node.commands.forEach((child, stage) => {
    const pipelines = [...context.pipelines, { id, stage }];
    const stdin: Stdin = stage === 0 ? context.stdin : draft.pipe(feeder, context);
    below(child, { pipelines, stdin: child.type === "Command" ? stdin : sharedStdin(stdin) });
    feeder = child;
  });
}

function loop(draft: Draft, { node, context }: Frame, below: Below): void {
  if (node.type !== "For" && node.type !== "Select") return;
  const words = (node.wordlist ?? []).map((word) => draft.word(word, context));
  draft.loops.push({ name: draft.word(node.name, context), words });
  forEachChild(node, (child) => below(child));
}

function redirection(draft: Draft, frame: Frame, below: Below): void {
  const node = frame.node as Redirection;
  draft.redirects.push(draft.redirect(node, frame.context));
  if (goesOn(node, frame.context.source))
    draft.fail(frame, "text stands right behind a process substitution");
  if (node.type === "HereDoc") {
    const delimiter = node.delimiter;
    if (delimiter === undefined || node.closing === undefined)
      draft.fail(frame, "a here-document has no end");
    else if (!endsWhereItSays(node, frame.context.source))
      draft.fail(frame, "a here-document whose end is not plain");
    else if (/[$`]|\\\n/.test(delimiter.text))
      draft.fail(frame, "a here-document's delimiter must be a plain word");
    draft.data.push({
      ...at({ node: node.body, context: frame.context }),
      text: delimiter?.quoted === true ? node.body.text : hereDocLiteral(node.body),
      quoted: delimiter?.quoted === true,
    });
    if (delimiter?.quoted !== true) below(node.body);
    return;
  }
  if (node.type === "HereString" && node.target !== undefined) {
    const word = draft.word(node.target, frame.context);
    draft.data.push({ ...at(frame), text: word.outline, quoted: true });
  }
  forEachChild(node, (child) => below(child));
}

/** Our own look at a here-document: its delimiter stands on the closing line and on none before it. */
function endsWhereItSays(node: Extract<Redirection, { type: "HereDoc" }>, source: string): boolean {
  const word = node.delimiter?.value ?? "";
  const { closing } = node;
  if (closing === undefined) return false;
  const bare = (line: string): string => (node.operator === "<<-" ? line.replace(/^\t+/, "") : line);
  if (bare(source.slice(closing.pos, closing.end)).replace(/\n$/, "") !== word) return false;
  return !node.body.text
    .split("\n")
    .slice(0, -1)
    .some((line) => bare(line) === word);
}

function substitution(draft: Draft, { node, context }: Frame, below: Below): void {
  if (
    node.type !== "CommandExpansion" &&
    node.type !== "ArithmeticCommandExpansion" &&
    node.type !== "ProcessSubstitution"
  )
    return;
  draft.cover({ node, context });
  if (!closed(node.text)) draft.fail({ node, context }, "a substitution whose end is not plain");
  // Where quotes are weak a shell may take backslashes away once more before it reads what backticks hold.
  if (
    context.operand &&
    node.type !== "ProcessSubstitution" &&
    node.text.startsWith("`") &&
    node.text.includes("\\")
  ) {
    draft.oddities.push({ ...at({ node, context }), kind: "weak_quote", detail: "backticks", value: null });
  }
  if (node.script === undefined) {
    draft.fail({ node, context }, "a substitution that cannot be read");
    return;
  }
  const decoded = node.script.source;
  below(node.script, {
    inSubstitution: true,
    background: false,
    quoted: false,
    operand: false,
    pipelines: [],
    ...(node.type === "ProcessSubstitution" && node.operator === ">"
      ? { stdin: { kind: "pipe" } as Stdin }
      : {}),
    ...(decoded === undefined ? {} : { source: decoded, shift: context.shift ?? node.pos }),
  });
}
