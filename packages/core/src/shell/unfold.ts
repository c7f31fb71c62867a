import type { RefusalCode } from "../refusal.ts";
import type { Span, Word } from "./ast.ts";
import { literalBraces, mayBeToldToRun, withoutBraces } from "./brace.ts";
import { unfoldBuiltin } from "./builtin-code.ts";
import { unfoldGit } from "./git.ts";
import { dynamicName, ruleOf } from "./issue-text.ts";
import { own } from "./own.ts";
import type { ShellParser } from "./parse.ts";
import { unfoldProgramOptions } from "./program-option.ts";
import { readScript } from "./read-script.ts";
import { scriptSettings } from "./script-settings.ts";
import { unfoldNamedSettings, unfoldSetting } from "./setting.ts";
import { inherited, replacesStdin } from "./inherited-stdin.ts";
import { unfoldShell, unversioned } from "./shell-argv.ts";
import type { Scope, ScriptText, Sink } from "./sink.ts";
import type { Tables } from "./tables.ts";
import {
  argvWord,
  emptyScript,
  type Frame,
  type Issue,
  placeIn,
  type Program,
  type Setting,
  type Unfolded,
} from "./unfolded.ts";
import { Constants } from "./constants.ts";
import { named, variants } from "./variants.ts";
import { unfoldWrapper } from "./wrapper.ts";

const deepest = 40;
/** Scripts in scripts are read again at each level; together they may be this long. */
const mostText = 400_000;
const mostTasks = 100_000;
/** Findings of one kind that are told apart; a script full of them is refused by the first. */
const mostIssues = 40;

type Task = { words: readonly Word[]; scope: Scope } | { script: ScriptText; scope: Scope };

export type UnfoldInput = {
  argv: readonly string[];
  /** words of the call that stand before this argv */
  before: number;
  tables: Tables;
  shell: ShellParser;
  deadlineMs: number;
};

/** Unfolds an argv: all it would start, as far as text shows. Works through a list, so nesting never costs the stack. */
export function unfold(input: UnfoldInput): Unfolded {
  const unfolder = new Unfolder(input);
  unfolder.run();
  return unfolder;
}

/** In a container or the like: no path and no variable there is one of this machine. */
function isAway(scope: Scope): boolean {
  return scope.remote && scope.doubtful === true;
}

type Told = { sentence: string; hint?: string | undefined };

class Unfolder implements Unfolded {
  readonly programs: Program[] = [];
  readonly frames: Frame[] = [];
  readonly settings: Setting[] = [];
  readonly issues: Issue[] = [];
  readonly suspects: { word: Word; frame: Frame | null }[] = [];
  private readonly constants = new Constants();
  private readonly tasks: Task[] = [];
  private textRead = 0;
  private readonly issueCounts = new Map<RefusalCode, number>();

  constructor(private readonly input: UnfoldInput) {
    const scope: Scope = {
      origin: "argv",
      via: [],
      frame: null,
      command: null,
      multicall: false,
      remote: false,
      stdin: { kind: "null" },
      depth: 0,
    };
    this.tasks.push({ words: input.argv.map(argvWord), scope });
  }

  run(): void {
    let done = 0;
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) {
      done += 1;
      if (done > mostTasks || task.scope.depth > deepest) {
        this.issue(task.scope, "script_limit", null, {
          sentence: "too many programs run one another here",
          hint: "write the command more plainly",
        });
        return;
      }
      if ("words" in task) this.program(task.words, task.scope);
      else this.script(task.script, task.scope);
    }
  }

  private program(found: readonly Word[], scope: Scope): void {
    // No rule about paths looks at a doubtful program, so it goes by its own name.
    const given = scope.doubtful === true ? named(found) : found;
    const words = scope.frame === null ? given : (withoutBraces(given) ?? this.tooManyWords(given, scope));
    const head = words[0];
    if (head === undefined) return;
    if (head.value === null) {
      if (scope.doubtful === true && scope.frame !== null)
        for (const [word] of this.constants.words(head))
          if (word !== undefined) this.suspects.push({ word, frame: scope.frame });
      this.issue(scope, "dynamic_command", head, {
        sentence: `the program's name is built from ${dynamicName(head)}`,
        hint: "name the program itself; a value may only be an argument",
      });
      return;
    }
    const name = head.value;
    const { origin, via, frame, command, multicall, remote, stdin } = scope;
    if (scope.doubtful === true) this.suspects.push({ word: head, frame });
    else this.programs.push({ name, words, origin, via, frame, command, multicall, remote, stdin });
    this.told(name, words, scope);
    const alias = frame === null || via.includes(name) ? undefined : this.constants.alias(name);
    if (alias !== undefined)
      this.sink(scope, name).argv([...alias.map(argvWord), ...words.slice(1)], { doubtful: true });
    if (frame === null || scope.varied === true || !mayBeToldToRun(name, this.input.tables)) return;
    const doubtful = { ...scope, doubtful: true, varied: true };
    for (const other of variants(words, frame)) this.told(name, other, doubtful);
    if (words !== given) this.told(name, literalBraces(given), doubtful);
  }

  /** Follows what a program's words make it run. */
  private told(name: string, words: readonly Word[], scope: Scope): void {
    const { via, frame } = scope;
    // No program is called so: an option that its wrapper's table does not know, whose value may follow.
    if (via.length > 0 && name.startsWith("-"))
      for (const word of words.slice(1, 4)) if (word.value !== null) this.suspects.push({ word, frame });
    const sink = this.sink(scope, name);
    // Bash prints what stands in $(…) and reads it again, and then an option of `time` is gone each time.
    if (frame !== null && (name === "--" || name === "-p")) sink.argv(words.slice(1));
    const { shell, wrapper } = this.input.tables;
    unfoldNamedSettings(words, sink);
    if ([shell.bash, shell.sh, shell.foreign].some((list) => list.includes(unversioned(name))))
      unfoldShell(words, sink);
    else if (unfoldBuiltin(words, sink)) return;
    else {
      const entry = own(wrapper, name);
      if (entry !== undefined) unfoldWrapper(entry, words, sink);
      if (name === "git") unfoldGit(words, sink);
      unfoldProgramOptions(words, sink);
    }
  }

  private tooManyWords(words: readonly Word[], scope: Scope): readonly Word[] {
    if (mayBeToldToRun(words[0]?.value, this.input.tables))
      this.issue(scope, "wrapper_not_static", words[0] ?? null, {
        sentence: "a brace list here is too long to be written out",
        hint: "write the words out, or use a loop",
      });
    return words;
  }

  private sink(scope: Scope, name: string): Sink {
    const inner: Scope = { ...scope, origin: "wrapped", via: [...scope.via, name], depth: scope.depth + 1 };
    return {
      tables: this.input.tables,
      scope,
      argv: (words, change) => this.tasks.push({ words, scope: { ...inner, ...change } }),
      script: (script, change) => this.tasks.push({ script, scope: { ...inner, ...change } }),
      issue: (code, word, sentence, hint) => this.issue(scope, code, word, { sentence, hint }),
      suspect: (word) => {
        if (word !== undefined && word.value !== null) this.suspects.push({ word, frame: scope.frame });
      },
      setting: (variable, value) => this.setting(variable, value, scope, value),
    };
  }

  private issue(scope: Scope, code: RefusalCode, word: Word | null, told: Told): void {
    const { sentence, hint } = told;
    // Of what may not happen at all, only a program that policy denies is told.
    if (scope.doubtful === true && code !== "script_limit") return;
    const count = (this.issueCounts.get(code) ?? 0) + 1;
    this.issueCounts.set(code, count);
    if (count > mostIssues) return;
    const place = placeIn(scope.frame, word ?? scope.command);
    this.issues.push({
      rule: ruleOf[code] ?? code,
      code,
      sentence,
      ...(hint === undefined ? {} : { hint }),
      ...(place === undefined ? {} : { place }),
    });
  }

  private script(script: ScriptText, scope: Scope): void {
    const { text, dialect, word } = script;
    if (text === null) {
      this.issue(scope, "nested_shell_not_static", word, {
        sentence: "a script that a program would run is not plain from the text",
        hint: "write it as one quoted literal and pass values as its arguments",
      });
      return;
    }
    this.textRead += text.length;
    if (this.textRead > mostText) {
      this.issue(scope, "script_limit", word, {
        sentence: "the scripts in this call are too long together",
        hint: "put the commands in a file and run that",
      });
      return;
    }
    const reading = readScript(text, dialect, this.input.shell, this.input.deadlineMs);
    const frame = this.frame(script, text, scope);
    if (!reading.ok) {
      const { problem } = reading;
      const hint =
        problem.code === "dialect"
          ? 'use ["bash", "-c", "<script>"]'
          : "write it more plainly, or put it in a file and run that";
      this.issue(
        { ...scope, frame },
        problem.code,
        { ...argvWord(""), start: problem.start, end: problem.end },
        { sentence: problem.message, hint },
      );
      return;
    }
    const read: Frame = { ...frame, script: reading.script };
    if (!isAway(scope)) this.frames.push(read);
    this.constants.addScript(reading.script);
    if (script.arguments !== undefined) this.constants.addArguments(script.arguments);
    const replaced = reading.script.commands.some(replacesStdin);
    for (let index = reading.script.commands.length - 1; index >= 0; index -= 1) {
      const command = reading.script.commands[index];
      if (command === undefined || command.words.length === 0) continue;
      this.tasks.push({
        words: command.words,
        scope: {
          ...scope,
          origin: "script",
          via: [],
          frame: read,
          command,
          multicall: false,
          varied: false,
          stdin: inherited(command, scope.stdin, replaced),
        },
      });
    }
    const own: Scope = { ...scope, origin: "script", via: [], frame: read, command: null };
    for (const { name, value, span } of scriptSettings(read.script, this.input))
      this.setting(name, value, own, span);
  }

  private setting(name: string, value: Word | null, scope: Scope, span: Span | null): void {
    if (isAway(scope)) return;
    this.settings.push({ name, value, frame: scope.frame, span });
    unfoldSetting(name, value, this.sink(scope, name));
  }

  private frame(script: ScriptText, source: string, scope: Scope): Frame {
    const empty = emptyScript(source);
    const outer = scope.frame;
    if (outer === null)
      return {
        script: empty,
        dialect: script.dialect,
        constants: this.constants,
        argIndex: this.argIndexOf(source),
        top: source,
        at: null,
      };
    const word = script.word ?? scope.command;
    return {
      script: empty,
      dialect: script.dialect,
      constants: this.constants,
      argIndex: outer.argIndex,
      top: outer.top,
      at: outer.at ?? (word === null ? { start: 0, end: 0 } : { start: word.start, end: word.end }),
    };
  }

  private argIndexOf(source: string): number | null {
    const index = this.input.argv.indexOf(source);
    return index < 0 ? null : index + this.input.before;
  }
}
