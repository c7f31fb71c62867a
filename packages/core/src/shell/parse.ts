import { Language, type Node, Parser, Query, type Tree } from "web-tree-sitter";
import { listedKinds } from "./listed-kinds.ts";

/**
 * The one file that touches tree-sitter. It hides executed commands in some places without any error, so its tree is
 * never believed alone: `agree.ts` holds it against the second parser. A parse has a deadline and stops at it.
 */

/** What the tree names: where command names stand, and the regions whose inside the grammar does not read. */
export type Sightings = {
  names: readonly { start: number; end: number; text: string }[];
  blind: readonly { start: number; end: number }[];
};

export type TreeReading =
  | { ok: true; sightings: Sightings }
  | { ok: false; reason: "error" | "missing" | "deadline"; start: number; end: number };

export type ShellParser = {
  /** `deadlineMs` counts from the call, on the clock given at load; without a clock there is none. */
  read(source: string, deadlineMs: number): TreeReading;
};

export type ShellParserInput = {
  runtimeWasm: Uint8Array;
  bashWasm: Uint8Array;
  /** milliseconds on a steady clock; core has none of its own */
  now?: () => number;
};

const querySource = `
(command name: (command_name) @name)
(declaration_command) @head
(unset_command) @head
(test_command) @head
(heredoc_body) @blind
(expansion) @blind
(regex) @blind
(test_command) @blind
(subscript) @blind
(arithmetic_expansion) @blind
(compound_statement) @arithmetic
(c_style_for_statement) @loop
(command_substitution) @substitution
`;

/** Loads the grammar once. Throws when the grammar knows a node kind that is not on our list. */
export async function loadShellParser(input: ShellParserInput): Promise<ShellParser> {
  const wasmBinary = input.runtimeWasm.slice().buffer;
  await Parser.init({ wasmBinary });
  const language = await Language.load(input.bashWasm);
  const unlisted = namedKinds(language).filter((kind) => !listedKinds.has(kind));
  if (unlisted.length > 0)
    throw new Error(`the shell grammar has node kinds that are not on the list: ${unlisted.join(", ")}`);
  const query = new Query(language, querySource);
  const now = input.now ?? (() => 0);
  return {
    read(source, deadlineMs) {
      // A parser that was stopped keeps its place for a resume, so each parse has a new one.
      const parser = new Parser();
      let tree: Tree | null = null;
      try {
        parser.setLanguage(language);
        const end = now() + deadlineMs;
        tree = parser.parse(source, null, { progressCallback: () => now() > end });
        if (tree === null) return { ok: false, reason: "deadline", start: 0, end: 0 };
        return readTree(tree.rootNode, query);
      } finally {
        tree?.delete();
        parser.delete();
      }
    },
  };
}

function namedKinds(language: Language): string[] {
  const kinds = new Set<string>();
  for (let id = 0; id < language.nodeTypeCount; id += 1) {
    const kind = language.nodeTypeForId(id);
    if (kind !== null && kind !== "ERROR" && language.nodeTypeIsNamed(id) && language.nodeTypeIsVisible(id))
      kinds.add(kind);
  }
  return [...kinds];
}

function readTree(root: Node, query: Query): TreeReading {
  if (root.hasError) return firstError(root);
  const names: { start: number; end: number; text: string }[] = [];
  const blind: { start: number; end: number }[] = [];
  for (const { name, node } of query.captures(root)) {
    const span = { start: node.startIndex, end: node.endIndex };
    if (name === "name") names.push({ ...span, text: node.text });
    else if (name === "head") names.push({ ...span, text: headWord(node.text) });
    else if (name === "blind" || name === "loop") blind.push(span);
    else if (name === "arithmetic" && node.text.startsWith("((")) blind.push(span);
    else if (name === "substitution" && node.text.startsWith("`")) blind.push(span);
  }
  return { ok: true, sightings: { names, blind } };
}

function headWord(text: string): string {
  return /^(?:\[\[|\(\(|\[|[a-z]+)/.exec(text)?.[0] ?? text;
}

function firstError(root: Node): TreeReading {
  const cursor = root.walk();
  try {
    for (;;) {
      const node = cursor.currentNode;
      if (node.isMissing) return { ok: false, reason: "missing", start: node.startIndex, end: node.endIndex };
      if (node.type === "ERROR")
        return { ok: false, reason: "error", start: node.startIndex, end: node.endIndex };
      if (node.hasError && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent())
          return { ok: false, reason: "error", start: root.startIndex, end: root.startIndex };
      }
    }
  } finally {
    cursor.delete();
  }
}
