import type { Word } from "../../shell/ast.ts";
import { type Frame, placeIn, type Unfolded } from "../../shell/unfolded.ts";
import type { Place, Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/**
 * Code that hides in data: bash evaluates the text of a variable again where it does arithmetic, subscripts in it run
 * substitutions, and quotes do not protect there. A literal of that form is refused where anything could evaluate it.
 */
export const codeInData: Rule = ({ unfolded }) => {
  const reasons: Reason[] = [];
  for (const frame of unfolded.frames) {
    for (const oddity of frame.script.oddities) {
      const place = placeIn(frame, oddity);
      if (oddity.kind === "prompt_expansion")
        reasons.push(
          refused(
            "an expansion that runs the substitutions in a variable's value",
            place,
            "use ${x@Q} or printf %q",
          ),
        );
      if (oddity.kind === "weak_quote")
        reasons.push(
          refused(
            "a substitution stands where quotes do not stop it",
            place,
            "take it out of the arithmetic, the subscript or the operand",
          ),
        );
    }
  }
  if (evaluates(unfolded)) for (const found of hidden(unfolded)) reasons.push(found);
  return reasons.slice(0, 40);
};

function refused(sentence: string, place: Place | undefined, hint: string): Reason {
  return deny("code-in-data", "code_in_data", sentence, { place, hint });
}

/** Variables of the shell that take any value for arithmetic. */
const numberVariables = new Set(["OPTIND", "RANDOM", "SRANDOM", "HISTCMD"]);

/** As a word, or as what a reference stands for. */
const numberName = /^(?:\w+=)?(?:OPTIND|S?RANDOM|HISTCMD)$/;

/** Builtins that can give a variable the integer attribute. */
const declarations = new Set(["declare", "typeset", "local", "export", "readonly"]);

/** Builtins that evaluate a name with a subscript as arithmetic. */
const evaluators = new Set([
  "declare",
  "typeset",
  "local",
  "export",
  "readonly",
  "unset",
  "read",
  "getopts",
  "mapfile",
  "readarray",
  "wait",
]);

function evaluates(unfolded: Unfolded): boolean {
  const keyed = ({ script }: Frame): boolean =>
    script.assignments.some((item) =>
      item.elements.some((word) => word.text.startsWith("[") && word.value === null),
    );
  if (unfolded.frames.some(keyed) || readsListAgain(unfolded)) return true;
  if (unfolded.frames.some(({ script }) => script.arithmetic.some((item) => item.variables.length > 0)))
    return true;
  if (
    unfolded.frames.some(({ script }) =>
      script.assignments.some((item) => item.subscript !== null && /[A-Za-z_]/.test(item.subscript)),
    ) ||
    unfolded.settings.some(({ name }) => numberVariables.has(name)) ||
    unfolded.frames.some(
      ({ script }) =>
        /OPTIND|RANDOM|HISTCMD/.test(script.source) &&
        script.words.some(({ outline }) => numberName.test(outline)),
    )
  )
    return true;
  return (
    unfolded.programs.some(({ name, words, frame }) => {
      if (frame === null) return false;
      if (name === "let") return true;
      if (declarations.has(name) && words.some((word) => word.value === null || /^-\w*[in]/.test(word.value)))
        return true;
      if (evaluators.has(name))
        return words.slice(1).some((word) => word.value === null || /[[`$]/.test(word.value));
      if (name === "printf") return words.some((word) => word.value?.startsWith("-v") === true);
      if (name === "test" || name === "[")
        return words.some(
          (word) => word.value === "-v" || word.value === "-R" || (word.value === null && word.many),
        );
      return false;
    }) || unfolded.frames.some(({ script }) => /\[\[[^\n]*\s-[vR]\s/.test(script.source.slice(0, 131_072)))
  );
}

/** A key that is expanded and then read again: `a=([$x]=1)`, `read "a[$x]"`. Any code in its text runs. */
function readsKeyAgain(unfolded: Unfolded): boolean {
  const open = (word: Word): boolean => word.value === null && /\[[^\]]*[\u0001$`]/.test(word.outline);
  return (
    unfolded.frames.some(({ script }) =>
      script.assignments.some((item) =>
        item.elements.some((word) => word.outline.startsWith("[") && open(word)),
      ),
    ) ||
    unfolded.programs.some(
      ({ name, words, frame }) =>
        frame !== null && (evaluators.has(name ?? "") || name === "printf") && words.slice(1).some(open),
    )
  );
}

/** Builtins that can make a variable an array. */
const lists = new Set(["mapfile", "readarray"]);
const makers = new Set([...declarations, ...lists, "read"]);

/** A list in quotes that a declaration of an array reads again as code: `declare -a "a=($x)"`, `declare -a a=$x`. */
function readsListAgain(unfolded: Unfolded): boolean {
  const arrays = new Set<string>();
  for (const { script } of unfolded.frames)
    for (const item of script.assignments)
      if (item.value === null || item.subscript !== null) arrays.add(item.name);
  for (const { name, words } of unfolded.programs)
    if (makers.has(name) && (lists.has(name) || words.some(({ outline }) => /^[-+]\w*[aA]/.test(outline))))
      for (const { outline } of words) arrays.add(outline.split("=", 1)[0] ?? "");
  return unfolded.programs.some(({ name, words, frame }) => {
    if (frame === null || !declarations.has(name ?? "")) return false;
    const given = words.slice(1);
    const ofArrays = given.some(
      (word) => /^[-+]\w*[aA]/.test(word.outline) || word.outline.startsWith("\u0001"),
    );
    return given.some((word) => {
      if (/^\w+\+?=\(/.test(word.text)) return false;
      const [, target, first] = /^(\w+)\+?=(.?)/s.exec(word.outline) ?? [];
      if (target === undefined) return ofArrays && word.value === null;
      const mayBeList = word.value === null ? !/[\w./-]/.test(first ?? "") : first === "(";
      return mayBeList && (ofArrays || arrays.has(target));
    });
  });
}

/** Text from which a substitution could be put together, plain or by an escape of printf and echo. */
function codeText(text: string): boolean {
  return /`|\$(?:[({[]|$)|\\(?:0?44|x24|u0*24|0?140|x60|u0*60)/i.test(text);
}

function* hidden(unfolded: Unfolded): Generator<Reason> {
  const dirty = dirtyNames(unfolded);
  const again = readsKeyAgain(unfolded) || readsListAgain(unfolded);
  // What was read as a script is judged as one: the substitutions in it are commands of its own tree.
  const scripts = new Set(unfolded.frames.map(({ script }) => script.source));
  const pieces = unfolded.frames.flatMap(piecesOf);
  const opening = pieces.find(({ text }) => opensSubscript(text));
  if (opening !== undefined && pieces.some(({ text }) => isCodePiece(text)))
    yield found(opening.frame, opening.span);
  for (const frame of unfolded.frames) {
    const { script } = frame;
    for (const word of [...script.words, ...argumentsOf(frame)]) {
      if (word.value !== null && scripts.has(word.value)) continue;
      if (
        subscriptRuns(withoutNumbers(word.outline)) ||
        (again && codeText(word.outline)) ||
        (subscripted(word.outline) && word.variables.some((name) => dirty.has(name)))
      )
        yield found(frame, word);
    }
    for (const data of script.data)
      if (subscriptRuns(data.text) || (again && codeText(data.text))) yield found(frame, data);
    for (const item of script.arithmetic)
      if (item.text.includes("[") && item.variables.some((name) => dirty.has(name))) yield found(frame, item);
  }
  for (const { frame, words } of unfolded.programs) {
    if (frame !== null) continue;
    for (const { value } of words) {
      if (value === null || scripts.has(value) || !subscriptRuns(value)) continue;
      const sentence = "text that a shell would run when it evaluates it as a number";
      yield refused(sentence, undefined, "keep substitutions out of text with subscripts");
    }
  }
}

type Piece = { frame: Frame; span: { start: number; end: number }; text: string };

function piecesOf(frame: Frame): Piece[] {
  const words = [...frame.script.words, ...argumentsOf(frame)];
  return [
    ...words.map((word) => ({ frame, span: word, text: word.outline })),
    ...frame.script.data.map((data) => ({ frame, span: data, text: data.text })),
  ];
}

/** A subscript that is open at the end, or that takes what printf puts into it. */
function opensSubscript(text: string): boolean {
  return (
    text.includes("[") && /[A-Za-z0-9_]\[[^\]]{0,200}(?:$|%[-+ #0-9.]{0,9}[sbcq])/.test(text.slice(0, 65_536))
  );
}

function isCodePiece(text: string): boolean {
  return text === "$" || /`|\$\(/.test(text);
}

/** With a dollar sign and a backtick for the escapes that stand for them. */
function withoutNumbers(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:0?44|x24|u0{0,2}24)/gi, "$$").replace(/\\(?:0?140|x60|u0{0,2}60)/gi, "`");
}

function found(frame: Frame, span: { start: number; end: number }): Reason {
  return refused(
    "text that a shell would run when it evaluates it as a number",
    placeIn(frame, span),
    "keep substitutions out of text with subscripts, or compute the value first",
  );
}

function argumentsOf({ script }: Frame): Word[] {
  return script.assignments.flatMap((item) => (item.value === null ? [...item.elements] : [item.value]));
}

/** Variables set to text with a dollar sign or a backtick in it, from which a subscript could be put together. */
function dirtyNames(unfolded: Unfolded): Set<string> {
  const dirty = new Set<string>();
  for (const { name, value } of unfolded.settings)
    if (value !== null && /[$`]/.test(value.outline)) dirty.add(name);
  // what is put together from such a variable is one
  for (let before = -1; before < dirty.size && dirty.size > 0; ) {
    before = dirty.size;
    for (const { name, value } of unfolded.settings)
      if (value?.variables.some((variable) => dirty.has(variable)) === true) dirty.add(name);
  }
  return dirty;
}

/** `name[… $(` or `name[… backtick`: what runs when the text is taken for a number. One pass. */
export function subscriptRuns(text: string): boolean {
  let open = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "[" && /[A-Za-z0-9_]/.test(text.charAt(at - 1))) open = true;
    else if (char === "]") open = false;
    else if (open && (char === "`" || (char === "$" && /[({[]/.test(text.charAt(at + 1))))) return true;
  }
  return false;
}

function subscripted(text: string): boolean {
  return /(?:^|[A-Za-z0-9_])\[[^\]]{0,200}\u0001/.test(text);
}
