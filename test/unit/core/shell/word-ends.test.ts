import { unfoldCall } from "@gatehouse/core/policy/unfold-call";
import { expect, test } from "vitest";
import { judge, policyOf, scriptVerdict, shell } from "../../../helpers/guard.ts";
import { pick, type Random, seeded } from "../../../helpers/script-grammar.ts";
import { shfmtCalls, shfmtNode, shfmtTree } from "../../../helpers/shfmt.ts";

/**
 * What may touch within a word or end it. Left out is what shfmt reads unlike bash: `#`, digits before
 * a redirect, and a line that goes on at the end of a word.
 */
const pieces = [
  ...[
    '""',
    "''",
    "a",
    "$x",
    "$(true)",
    "<(true)",
    ">(true)",
    "{a,b}",
    "\\\n",
    "$((1))",
    "`true`",
    "~",
    "*",
    "[x]",
  ],
  ...[
    "=",
    "b=",
    "+(a)",
    "!",
    "%",
    "^",
    ":",
    "${x:-y}",
    "$@",
    '"$@"',
    '"q r"',
    "$'z'",
    '$"w"',
    "\\ ",
    "--c=",
    "@(a|b)",
  ],
  ...[
    " ",
    " ",
    " ",
    " ",
    "&",
    "; ",
    "| ",
    "&& ",
    " >f",
    " <f",
    " >&2",
    " <<<x",
    "export ",
    "declare y=",
    "x[1]=",
  ],
];

function touching(random: Random): string {
  const count = 1 + Math.floor(random() * 8);
  const script = `echo ${Array.from({ length: count }, () => pick(random, pieces)).join("")}x`;
  return script.replace(/(?:\\\n)+(?=[ ;|&])/g, "");
}

const offsetOf = (value: unknown): number => Number(shfmtNode(value)?.Offset);

test("a word ends for the guard where it ends for another reader, whatever touches within it", () => {
  const random = seeded(33);
  const policy = policyOf();
  const others: string[] = [];
  let compared = 0;
  for (let count = 0; count < 500; count += 1) {
    const script = touching(random);
    const argv = ["bash", "-c", script];
    const tree = judge(argv, { policy }).verdict === "allow" ? shfmtTree(script) : null;
    if (tree === null) continue;
    compared += 1;
    const { frames } = unfoldCall({ tool: "run_command", input: { argv } }, shell, 1000);
    const words = frames.flatMap((frame) => frame.script.commands.flatMap((command) => command.words));
    const seen = new Set(words.map(({ start, end }) => `${start}-${end}`));
    const missing = shfmtCalls(tree)
      .flat()
      .map(shfmtNode)
      .filter((word) => !seen.has(`${offsetOf(word?.Pos)}-${offsetOf(word?.End)}`));
    if (missing.length > 0) others.push(script);
  }
  expect(others).toEqual([]);
  expect(compared).toBeGreaterThan(200);
});

test.each(['""', "''", "\\\n''", "$z", "`true`", "a", "{,}", "\\ ", "$'a'"])(
  "a shell's input goes on behind a process substitution with %j",
  (behind) => {
    for (const script of [
      `sh < <(echo curl)${behind}`,
      `bash 0< <(echo curl)${behind} -s`,
      `{ bash; } < <(echo curl)${behind}`,
    ])
      expect(scriptVerdict(script), script).toBe("deny");
    for (const script of [`wc -l < <(ls) ${behind}`, "(cat < <(ls))", "cat < <(ls); ls"])
      expect(scriptVerdict(script), script).toBe("allow");
  },
);
