import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bash, codesOf, judge, verdictOf } from "../../../helpers/guard.ts";

const seed = 20_260;
const verdicts = ["allow", "confirm", "password", "deny"];

/** A letter of a name as one of the ways a shell lets it be written. */
const spelt = (letter: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    letter,
    `\\${letter}`,
    `'${letter}'`,
    `"${letter}"`,
    `$'${letter}'`,
    `$'\\x${letter.charCodeAt(0).toString(16)}'`,
    `$'\\${letter.charCodeAt(0).toString(8)}'`,
    `$'\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}'`,
    `${letter}""`,
    `''${letter}`,
    `\\\n${letter}`,
  );
const curl = fc.tuple(...[..."curl"].map(spelt)).map((parts) => parts.join(""));

/** Constructs that hold a whole script, whatever stands in it. */
const holders: readonly ((script: string) => string)[] = [
  (script) => script,
  (script) => `true && {\n${script}\n}`,
  (script) => `( ${script}\n)`,
  (script) => `echo "$( ${script}\n)"`,
  (script) => `if :; then\n${script}\nfi`,
  (script) => `f() {\n${script}\n}\nf`,
  (script) => `cat <<E${script.length}\n$( ${script}\n)\nE${script.length}`,
  (script) => `x=\${y:-$( ${script}\n)}`,
  (script) => `for i in 1; do\n${script}\ndone`,
  (script) => `case a in a)\n${script}\n;; esac`,
  (script) => `cat <( ${script}\n)`,
  (script) => `: | {\n${script}\n}`,
];
/** Prefixes of one command; around anything else they make a script that no shell takes. */
const prefixes: readonly ((script: string) => string)[] = [
  (script) => `time ${script}`,
  (script) => `env A=1 ${script}`,
];

describe("a denied name", () => {
  test("is refused however it is spelt, nested four deep", () => {
    fc.assert(
      fc.property(
        curl,
        fc.array(fc.constantFrom(...holders, ...prefixes), { maxLength: 4 }),
        (name, layers) => {
          const script = layers.reduce((inner, layer) => layer(inner), `${name} x`);
          const decision = bash(script);
          expect(decision.verdict).toBe("deny");
        },
      ),
      { seed, numRuns: 1500 },
    );
  });
  test("spelt plainly is refused as denied, not as something that cannot be read", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...holders), { maxLength: 4 }), (layers) => {
        expect(codesOf(bash(layers.reduce((inner, layer) => layer(inner), "curl x")))).toContain(
          "denied_command",
        );
      }),
      { seed, numRuns: 400 },
    );
  });
});

describe("whatever an argv holds", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("-c", "--", "sh", "env", "-S", "{}", ";", "", "rm", "\u202e", "\r\n", "~", ".", ".."),
  );
  test("there is a verdict and nothing is thrown", () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("safe" as const, "auto" as const),
        (argv, mode) => {
          const decision = judge(argv, { mode });
          expect(verdicts).toContain(verdictOf(decision));
          expect(decision.reasons.length).toBeGreaterThan(0);
        },
      ),
      { seed, numRuns: 3000 },
    );
  });
  test("a script of any text has a verdict, and a place inside it", () => {
    const piece = fc.constantFrom(
      "$(",
      ")",
      "`",
      "'",
      '"',
      "<<E\n",
      "\nE\n",
      "${x",
      "}",
      "((",
      "))",
      "[[",
      "]]",
      "if ",
      "fi",
      ";",
      "\\",
      "\n",
      "a",
      " ",
      "é",
      "\u{1f389}",
      "|",
      "&",
      "$'",
      "case x in ",
      "esac",
      "{",
      "do ",
      "done",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const script = pieces.join("");
        for (const shell of ["bash", "sh"]) {
          const decision = judge([shell, "-c", script]);
          for (const { place } of decision.reasons) {
            if (place === undefined) continue;
            expect(place.start).toBeGreaterThanOrEqual(0);
            expect(place.start).toBeLessThanOrEqual(script.length);
            expect(place.line).toBeLessThanOrEqual(script.split("\n").length);
          }
        }
      }),
      { seed, numRuns: 3000 },
    );
  });
  test("the order of rules means nothing: the same call gives the same decision", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (argv) => {
        expect(judge(argv)).toEqual(judge([...argv]));
      }),
      { seed, numRuns: 300 },
    );
  });
});
