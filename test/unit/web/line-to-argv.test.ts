import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argvToLine } from "../../../apps/web/src/features/argv/argv-to-line.ts";
import { lineToArgv } from "../../../apps/web/src/features/argv/line-to-argv.ts";

/** What bash itself makes of the lines, one list of words each. */
function bashWords(lines: string[]): string[][] {
  const script = lines.map((line) => `words ${line}`).join("\n");
  const head = "words() { printf '%s\\0' \"$@\"; printf '\\1\\0'; }\n";
  const out = execFileSync("bash", ["--norc", "-c", head + script], { encoding: "utf8" });
  return out
    .split("\u0001\0")
    .slice(0, -1)
    .map((part) => part.split("\0").slice(0, -1));
}

describe("lineToArgv", () => {
  it.each([
    ["git status", ["git", "status"]],
    ["  git   status \t", ["git", "status"]],
    [`git commit -m "rm -rf old"`, ["git", "commit", "-m", "rm -rf old"]],
    [`printf '%s\n' "a  b" ''`, ["printf", "%s\n", "a  b", ""]],
    [`echo a"b c"'d'e`, ["echo", "ab cde"]],
    ["tar --exclude=x -czf a.tgz src", ["tar", "--exclude=x", "-czf", "a.tgz", "src"]],
    ["echo a~b c#d it!", ["echo", "a~b", "c#d", "it!"]],
    ["cd src", ["cd", "src"]],
    [`'if' x`, ["if", "x"]],
    [`["printf","a b","","$x"]`, ["printf", "a b", "", "$x"]],
  ])("takes %s as plain words", (line, argv) => {
    expect(lineToArgv(line)).toEqual({ kind: "argv", argv });
  });

  it.each([
    "ls | wc -l",
    "a && b",
    "a; b",
    "echo hi > x",
    "echo $HOME",
    `echo "$HOME"`,
    "echo `date`",
    "ls *.ts",
    "ls ?",
    "echo {a,b}",
    "cat ~/x",
    "ls # all",
    "FOO=1 make",
    "export A=1",
    "if true; then x; fi",
    "[ -f x ]",
    "echo a\\ b",
    `echo "a\\"b"`,
    "echo a\nls",
    "! true",
    `echo it\\'s`,
  ])("shows %j as a bash script with the line unchanged", (line) => {
    expect(lineToArgv(line)).toMatchObject({ kind: "script", argv: ["bash", "-c", line] });
  });

  it("waits for a quote to be closed", () => {
    expect(lineToArgv(`echo "a`)).toMatchObject({ kind: "unfinished" });
    expect(lineToArgv("   ")).toEqual({ kind: "empty" });
  });

  it("keeps invisible characters inside words instead of splitting at them", () => {
    expect(lineToArgv("echo a\u00a0b\u202ec")).toEqual({ kind: "argv", argv: ["echo", "a\u00a0b\u202ec"] });
  });

  it("agrees with bash on every line that it calls plain", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        " ",
        "\t",
        "'",
        '"',
        "=",
        "~",
        "#",
        "!",
        "-",
        "--",
        "a",
        "b c",
        "é",
        "%",
        "^",
        ",",
        ":",
        "$",
        "\\",
      ),
      fc.string({ unit: "grapheme-ascii", maxLength: 4 }),
    );
    const lines = fc
      .sample(fc.array(piece, { maxLength: 12 }), { numRuns: 3000, seed: 7 })
      .map((one) => one.join(""));
    const plain = lines.flatMap((line) => {
      const meaning = lineToArgv(line);
      return meaning.kind === "argv" && !line.trimStart().startsWith("[")
        ? [{ line, argv: meaning.argv }]
        : [];
    });
    expect(plain.length).toBeGreaterThan(200);
    expect(bashWords(plain.map((one) => one.line))).toEqual(plain.map((one) => one.argv));
  });
});

describe("argvToLine", () => {
  it("is read back by bash as the same arguments", () => {
    const argv = fc.array(
      fc.string({ unit: "binary-ascii", maxLength: 8 }).map((one) => one.replaceAll(/[\0\u0001]/g, "")),
      { minLength: 1, maxLength: 5 },
    );
    const samples = fc.sample(argv, { numRuns: 300, seed: 11 });
    expect(bashWords(samples.map((one) => argvToLine(one)))).toEqual(samples);
  });
});
