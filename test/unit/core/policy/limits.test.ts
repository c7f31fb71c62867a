import { describe, expect, test } from "vitest";
import { judge, shell } from "../../../helpers/guard.ts";

/** Nothing an argv holds makes the guard slow, crash or grow. The bound is wide, for a busy machine. */
const slowMs = 20_000;
const full = (piece: string): string => piece.repeat(Math.floor(130_000 / piece.length));

const hostile: [string, string][] = [
  ["openers of expansions", "${".repeat(30_000)],
  ["openers of arithmetic", "((a".repeat(4000)],
  ["nested substitutions", "$(".repeat(10_000)],
  ["nested substitutions that close", `${"echo $(".repeat(10_000)}x${")".repeat(10_000)}`],
  ["parentheses", full("(")],
  ["backticks", full("`")],
  ["arrays", full("a=(")],
  ["keywords", full("if ")],
  ["here-documents", "<<a ".repeat(3000)],
  ["commands", full("a;")],
  ["refused commands", full("rm x\n")],
  ["dynamic commands", full("$a;")],
  ["evals in evals", "eval ".repeat(20_000)],
  ["wrappers in wrappers", "env ".repeat(30_000)],
  ["subscripts", `x='${full("a[")}'; ((y))`],
  ["patterns", `echo ${full("*[")}`],
  ["braces", `echo ${full("{a,")}`],
  ["operators", `(( ${"1+".repeat(40_000)}1 ))`],
  ["expansions in expansions", `echo ${"${a:-".repeat(2000)}${"}".repeat(2000)}`],
  [
    "functions that call one another",
    Array.from({ length: 2000 }, (_, index) => `f${index}(){ f${index + 1} & };`).join(""),
  ],
  ["text that turns its direction", `echo ${"\u202e".repeat(20_000)}`],
  ["line ends of another system", full("echo a\r\n")],
  ["blanks", `${" ".repeat(100_000)}curl x`],
];

describe("a hostile script", () => {
  test.each(hostile)("of %s has a verdict in bounded time", (_name, script) => {
    const begun = performance.now();
    for (const name of ["bash", "sh"])
      expect(["allow", "deny"]).toContain(judge([name, "-c", script]).verdict);
    expect(performance.now() - begun).toBeLessThan(slowMs);
  });
  test("of a megabyte is refused at once", () => {
    const begun = performance.now();
    expect(judge(["bash", "-c", "x".repeat(1_000_000)]).verdict).toBe("deny");
    expect(performance.now() - begun).toBeLessThan(1000);
  });
  test("that one grammar reads for seconds is stopped at the deadline", () => {
    const begun = performance.now();
    expect(shell.read("((a".repeat(4000), 50)).toMatchObject({ ok: false, reason: "deadline" });
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(shell.read("echo a", 1000)).toMatchObject({ ok: true });
  });
});

describe("a hostile argv", () => {
  test.each([
    ["words", ["echo", ...Array.from({ length: 30_000 }, () => "a=b:c")]],
    ["wrappers", [...Array.from({ length: 30_000 }, () => "env"), "ls"]],
    ["targets of rm", ["rm", ...Array.from({ length: 30_000 }, (_, index) => `f${index}`)]],
    ["slashes", ["cat", "/".repeat(131_000)]],
    ["colons", ["cat", ":".repeat(131_000)]],
    ["options of git", ["git", ...Array.from({ length: 30_000 }, () => "-C")]],
    ["actions of find", ["find", ...Array.from({ length: 10_000 }, () => ["-exec", "ls", ";"]).flat()]],
  ])("of many %s has a verdict in bounded time", (_name, argv) => {
    const begun = performance.now();
    for (const mode of ["safe", "auto"] as const)
      expect(judge(argv, { mode }).reasons.length).toBeLessThan(40_000);
    expect(performance.now() - begun).toBeLessThan(slowMs);
  });
  test("of more words than anyone types is refused", () => {
    expect(judge(Array.from({ length: 40_000 }, () => "a")).verdict).toBe("deny");
  });
});
