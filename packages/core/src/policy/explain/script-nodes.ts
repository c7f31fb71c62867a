import { forEachChild, type SyntaxNode } from "unbash";
import type { Assignment, Command, Redirect, Span, Word } from "../../shell/ast.ts";
import { parseSecond } from "../../shell/second-parser.ts";
import type { Frame, Program } from "../../shell/unfolded.ts";
import type { NewNode } from "./tree.ts";
import { syntaxLabel } from "./syntax-label.ts";

/** Text that positions refer to: a backtick script with escapes has its own and stands as one place. */
export type Position = { shift: number | null };
export type SyntaxTask = {
  node: SyntaxNode;
  position: Position;
  /** what a list of commands is to the construct that holds it */
  role?: string | undefined;
  /** redirects of the whole construct, which the parser keeps around it */
  redirects?: readonly SyntaxNode[] | undefined;
};

export type Met = { made: NewNode; span: Span; program: Program | null } | null;

/** Walks the constructs of one script and pairs them with what the unfolding knows of it. */
export class ScriptNodes {
  private readonly commands = new Map<string, Command[]>();
  private readonly redirects = new Map<string, Redirect>();
  private readonly assignments = new Map<string, Assignment>();
  private readonly loops = new Map<string, readonly Word[]>();
  readonly met = new Set<Program>();

  constructor(
    readonly frame: Frame,
    private readonly byCommand: ReadonlyMap<Command, Program>,
  ) {
    for (const command of frame.script.commands) {
      const same = this.commands.get(key(command));
      if (same === undefined) this.commands.set(key(command), [command]);
      else same.push(command);
    }
    for (const redirect of frame.script.redirects) this.redirects.set(key(redirect), redirect);
    for (const item of frame.script.assignments) this.assignments.set(key(item), item);
    for (const { name, words } of frame.script.loops) this.loops.set(key(name), words);
  }

  start(): SyntaxTask[] {
    const second = parseSecond(this.frame.script.source);
    return second.ok ? [{ node: second.parsed, position: { shift: null } }] : [];
  }

  /** What a construct is, or null for one that only holds others. */
  meet({ node, position, role }: SyntaxTask): Met {
    const span = spanOf(node, position);
    if (role !== undefined) return { made: { kind: "branch", label: role }, span, program: null };
    switch (node.type) {
      case "Command":
        return this.command(span);
      case "Assignment": {
        const assigned = this.assignments.get(key(span));
        const value = assigned?.value ?? null;
        const words = value === null ? (assigned?.elements ?? []) : [value];
        const sign = node.append === true ? "+=" : "=";
        return { made: { kind: "assignment", label: `${node.name}${sign}`, words }, span, program: null };
      }
      case "Redirect":
      case "HereString": {
        const target = this.redirects.get(key(span))?.target ?? null;
        const descriptor = node.descriptor?.type === "FileDescriptor" ? String(node.descriptor.value) : "";
        const label = `${descriptor}${node.operator}`;
        return {
          made: { kind: "redirect", label, words: target === null ? [] : [target] },
          span,
          program: null,
        };
      }
      case "HereDoc": {
        const notes = [
          node.delimiter?.quoted === true ? "plain text, nothing in it is expanded" : "expansions in it run",
        ];
        const label = `${node.operator}${node.delimiter?.value ?? ""}`;
        return { made: { kind: "here_document", label, notes }, span, program: null };
      }
      default: {
        const named = syntaxLabel(node);
        if (named === null) return null;
        const loop = node.type === "For" || node.type === "Select" ? key(spanOf(node.name, position)) : "";
        return { made: { ...named, words: this.loops.get(loop) ?? [] }, span, program: null };
      }
    }
  }

  below({ node, position, redirects = [] }: SyntaxTask): SyntaxTask[] {
    if (node.type === "Redirected") return [{ node: node.command, position, redirects: node.redirects }];
    const children: SyntaxTask[] = redirects.map((redirect) => ({ node: redirect, position }));
    const script = "script" in node ? node.script : undefined;
    const own = script?.source === undefined ? position : { shift: position.shift ?? node.pos };
    forEachChild(node, (child) => children.push({ node: child, position: own, role: roleOf(node, child) }));
    return children;
  }

  private command(span: Span): Met {
    const command = this.commands.get(key(span))?.shift();
    if (command === undefined) return { made: { kind: "command", label: "" }, span, program: null };
    const program = this.byCommand.get(command) ?? null;
    if (program !== null) this.met.add(program);
    const head = command.words[0];
    const notes = head !== undefined && head.value === null ? ["the program's name is not plain"] : [];
    return {
      made: { kind: "command", label: head?.value ?? head?.text ?? "", words: command.words, notes },
      span,
      program,
    };
  }
}

function roleOf(holder: SyntaxNode, child: SyntaxNode): string | undefined {
  switch (holder.type) {
    case "If":
      if (child === holder.else) return "else";
      return child === holder.clause ? "condition" : child === holder.then ? "then" : undefined;
    case "Elif":
    case "While":
      return child === holder.clause ? "condition" : holder.type === "While" ? "do" : "then";
    default:
      return undefined;
  }
}

function spanOf(node: { pos: number; end: number }, { shift }: Position): Span {
  return shift === null ? { start: node.pos, end: node.end } : { start: shift, end: shift + 1 };
}

function key({ start, end }: Span): string {
  return `${start}:${end}`;
}
