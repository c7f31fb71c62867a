import { unfoldCall } from "@gatehouse/core/policy/unfold-call";
import { describe, expect, test } from "vitest";
import allowed from "../../../corpus/scripts/allowed.json";
import { judge, policyOf, shell } from "../../../helpers/guard.ts";
import { hostileScript, mutated, seeded } from "../../../helpers/script-grammar.ts";
import { type ShfmtNode, shfmtCalls, shfmtNode, shfmtTree } from "../../../helpers/shfmt.ts";

/**
 * A third opinion: every command name that shfmt sees in a script, in the text as it stands, is one that the guard
 * saw as well, or the guard refuses the script. shfmt misses some names; it must never be the only one to see one.
 */ /** The plain names of the simple commands in a tree. */
const namesIn = (tree: ShfmtNode): string[] =>
  shfmtCalls(tree).flatMap(([word]) => {
    const name = staticName(word);
    return name === null ? [] : [name];
  });

function staticName(word: unknown): string | null {
  const parts = shfmtNode(word)?.Parts;
  if (!Array.isArray(parts)) return null;
  let name = "";
  for (const part of parts.map(shfmtNode)) {
    const value = typeof part?.Value === "string" ? part.Value : "";
    if (part?.Type === "Lit" && !/[*?[\]{}~]/.test(value)) name += value.replace(/\\(\n|.)/gs, unescaped);
    else if (part?.Type === "SglQuoted" && part.Dollar !== true) name += value;
    else if (part?.Type === "DblQuoted" && part.Dollar !== true) {
      const inner = staticText(part.Parts);
      if (inner === null) return null;
      name += inner;
    } else return null;
  }
  return name;
}

const unescaped = (_: string, character: string): string => (character === "\n" ? "" : character);

function staticText(parts: unknown): string | null {
  if (parts === undefined || parts === null) return "";
  if (!Array.isArray(parts)) return null;
  const literals = parts.map(shfmtNode);
  if (!literals.every((part) => part?.Type === "Lit")) return null;
  return literals.map((part) => String(part?.Value ?? "").replace(/\\([$`"\\\n])/g, unescaped)).join("");
}

function namesOfGuard(script: string): Set<string> {
  const call = { tool: "run_command" as const, input: { argv: ["bash", "-c", script] } };
  const { programs, frames } = unfoldCall(call, shell, 1000);
  const commands = frames.flatMap((frame) => frame.script.commands.map(({ words }) => words[0]?.value ?? ""));
  return new Set([...programs.map(({ name }) => name), ...commands]);
}

const policy = policyOf();
/** shfmt takes it for a command after `time`; bash takes it for the end of the options of `time`. */
const endOfOptions = "--";

/** What shfmt alone sees, over scripts that the guard allows when it denies no program; and how many there were. */
function compare(scripts: readonly string[]): { compared: number; unseen: string[] } {
  let compared = 0;
  const unseen: string[] = [];
  for (const script of scripts) {
    if (judge(["bash", "-c", script], { policy }).verdict !== "allow") continue;
    const tree = shfmtTree(script);
    if (tree === null) continue;
    compared += 1;
    const seen = namesOfGuard(script);
    const missing = namesIn(tree).filter((name) => name !== endOfOptions && !seen.has(name));
    if (missing.length > 0) unseen.push(`${missing.join(", ")} in ${script}`);
  }
  return { compared, unseen };
}

describe("every name that shfmt sees is seen by the guard, or the script is refused", () => {
  test("in scripts that people write", () => {
    const { compared, unseen } = compare(allowed.flatMap(({ scripts }) => scripts));
    expect(unseen).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  test("in generated scripts", () => {
    const random = seeded(31);
    const { compared, unseen } = compare(Array.from({ length: 400 }, () => hostileScript(random)));
    expect(unseen).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  test("in mutations of generated scripts", () => {
    const random = seeded(32);
    const { compared, unseen } = compare(
      Array.from({ length: 400 }, () => mutated(random, hostileScript(random))),
    );
    expect(unseen).toEqual([]);
    expect(compared).toBeGreaterThan(50);
  });
});

test("the opinion itself finds names that stand in substitutions and quotes", () => {
  const tree = shfmtTree('echo "$(c"u"rl x)"; if \\wget y; then :; fi');
  expect(tree === null ? [] : namesIn(tree).sort()).toEqual([":", "curl", "echo", "wget"]);
});
