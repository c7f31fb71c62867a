import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { z } from "zod";
import { type PolicyCase, policyCaseSchema } from "../cases/policy-case.ts";
import { type PolicyDocument, type PolicyInput, policySchema, retiredKeys } from "../policy.ts";

/** A problem with its place in the text, 1-based. */
export type TextProblem = { path: string; message: string; line: number; column: number };

export type PolicyText =
  | { ok: true; input: PolicyInput; document: PolicyDocument; cases: PolicyCase[] | null; retired: string[] }
  | { ok: false; problems: TextProblem[] };

/** The file that an export writes: the document, and the test cases that belong to it. */
export const policyFileSchema = z.strictObject({
  gatehouse_policy: z.literal(1),
  number: z.number().int().positive().optional(),
  document: z.unknown(),
  test_cases: z.array(policyCaseSchema).max(500).default([]),
});

/**
 * A policy out of text: a document, an exported file with its test cases, or the configuration of an older product,
 * whose retired keys are dropped. Any other unknown key, a repeated key and every error of syntax is told with line
 * and column.
 */
export function readPolicyText(text: string): PolicyText {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const place = placesOf(text);
  if (errors.length > 0 || root === undefined) {
    const found = errors.slice(0, 20).map(({ error, offset }) => ({
      path: "",
      message: sentenceOf(printParseErrorCode(error)),
      ...place(offset),
    }));
    return {
      ok: false,
      problems:
        found.length > 0 ? found : [{ path: "", message: "there is nothing here", line: 1, column: 1 }],
    };
  }
  const repeated = repeatedKeys(root).map(({ key, offset }) => ({
    path: key,
    message: `${JSON.stringify(key)} stands here a second time`,
    ...place(offset),
  }));
  if (repeated.length > 0) return { ok: false, problems: repeated };
  const value = valueOf(root);
  const problemsOf = (error: z.ZodError, below: readonly string[]): TextProblem[] =>
    error.issues.flatMap((issue) => {
      const path = [...below, ...issue.path];
      if (issue.code === "unrecognized_keys")
        return issue.keys.map((key) => ({
          path: [...path, key].join("."),
          message: `unknown key ${JSON.stringify(key)}: a policy has only the documented fields`,
          ...place(nodeOf(root, [...path, key])?.parent?.offset ?? nodeOf(root, path)?.offset ?? 0),
        }));
      return [{ path: path.join("."), message: issue.message, ...place(nearest(root, path).offset) }];
    });
  if (isPlain(value) && "gatehouse_policy" in value) {
    const file = policyFileSchema.safeParse(value);
    if (!file.success) return { ok: false, problems: problemsOf(file.error, []) };
    const document = policySchema.safeParse(file.data.document);
    if (!document.success) return { ok: false, problems: problemsOf(document.error, ["document"]) };
    const input = file.data.document as PolicyInput;
    return { ok: true, input, document: document.data, cases: file.data.test_cases, retired: [] };
  }
  const retired = isPlain(value) ? Object.keys(value).filter((key) => retiredKeys.includes(key)) : [];
  const input = isPlain(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !retired.includes(key)))
    : value;
  const document = policySchema.safeParse(input);
  if (!document.success) return { ok: false, problems: problemsOf(document.error, []) };
  return { ok: true, input: input as PolicyInput, document: document.data, cases: null, retired };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The value of a tree; a key such as `__proto__` is a key like any other. */
function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type !== "object") return node.value as unknown;
  const entries = (node.children ?? []).map(({ children = [] }) => {
    const [key, value] = children;
    return [String(key?.value), value === undefined ? null : valueOf(value)] as const;
  });
  return Object.fromEntries(entries);
}

function nodeOf(root: Node, path: readonly PropertyKey[]): Node | undefined {
  return findNodeAtLocation(
    root,
    path.map((part) => (typeof part === "number" ? part : String(part))),
  );
}

function nearest(root: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeOf(root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}

function repeatedKeys(node: Node): { key: string; offset: number }[] {
  const found: { key: string; offset: number }[] = [];
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const seen = new Set<string>();
    for (const child of next.children ?? []) {
      pending.push(child);
      const name = next.type === "object" ? child.children?.[0] : undefined;
      if (name === undefined) continue;
      const key = String(name.value);
      if (seen.has(key)) found.push({ key, offset: name.offset });
      seen.add(key);
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

function placesOf(text: string): (offset: number) => { line: number; column: number } {
  return (offset) => {
    const before = text.slice(0, offset);
    const start = before.lastIndexOf("\n") + 1;
    return { line: before.split("\n").length, column: offset - start + 1 };
  };
}

const sentences: Record<string, string> = {
  InvalidSymbol: "this is no JSON value",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a key in double quotes is missing here",
  ValueExpected: "a value is missing here",
  ColonExpected: "a colon is missing here",
  CommaExpected: "a comma is missing here",
  CloseBraceExpected: "a closing brace } is missing here",
  CloseBracketExpected: "a closing bracket ] is missing here",
  EndOfFileExpected: "the document ends before this",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "a string is not closed",
  InvalidUnicode: "this escape is not valid",
  InvalidEscapeCharacter: "this escape is not valid",
  InvalidCharacter: "this character cannot stand in a string",
};

function sentenceOf(code: string): string {
  return sentences[code] ?? "this is no JSON";
}
