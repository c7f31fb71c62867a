import { describe, expect, it } from "vitest";
import { scriptVerdict } from "../../../helpers/guard.ts";

/** Bash, asked with a marker program, ran curl in every one of these where the sign is `(`, and in most others. */
const places = [
  (text: string) => `echo "${text}"`,
  (text: string) => `echo \${x:-${text}}`,
  (text: string) => `echo "\${x:-${text}}"`,
  (text: string) => `echo "$((${text}))"`,
  (text: string) => `cat <<E\n${text}\nE\n`,
  (text: string) => `x="${text}"; :`,
  (text: string) => `: \${y:="${text}"}`,
  (text: string) => `a[${text}]=1`,
  (text: string) => `[[ "${text}" = x ]]`,
  (text: string) => `case "${text}" in x) ;; esac`,
  (text: string) => `echo $"${text}"`,
  (text: string) => `echo "$(echo "${text}")"`,
];
const openers = [
  ["$$(", ")"],
  ["$$\\\n(", ")"],
  ["$$$$(", ")"],
  ["\\\\$$(", ")"],
  ["$\\\n$(", ")"],
  ["$\\\n\\\n$(", ")"],
  ["$${", "}"],
  ["$$[", "]"],
] as const;
const hidden = [`"a'$(curl x)'b"`, `a'"$(curl x)"'b`, `# " $(curl x)\n`];

describe("$$ before an opening sign, which bash skips over and then does not expand", () => {
  it.each(openers)("%j hides no denied program in what seems quoted behind it", (open, close) => {
    for (const place of places)
      for (const inner of hidden) expect(scriptVerdict(place(`${open}x ${inner}${close}`))).toBe("deny");
  });

  it("is refused, like every dollar sign, where a line is continued behind it", () => {
    for (const script of [
      "echo $\\\n{a['$(curl x)0']}",
      "echo $\\\n\\\n{a['$(curl x)0']}",
      'echo "$\\\n(x \"a\'$(curl x)\'b\")"',
      "echo `echo $\\\\\n{a['$(curl x)0']}`",
    ])
      expect(scriptVerdict(script), script).toBe("deny");
  });

  it("is refused before quotes where an operand holds it", () => {
    for (const inner of [`$$'a\\'$(curl x)'`, `$$"$(curl x)"`])
      for (const script of [`echo \${x:-${inner}}`, `echo "\${x:-${inner}}"`])
        expect(scriptVerdict(script)).toBe("deny");
  });
});

describe("a line continued between a descriptor and its redirect", () => {
  it.each([
    "3\\\n<>f ''curl x",
    "{ 3\\\n>f curl x; }",
    "1\\\n2>f curl x",
    "{v}\\\n>f curl x",
    "{v\\\n}>f curl x",
    "{\\\nv}>f curl x",
    "1\\\n\\\n2\\\n>f curl x",
    "3\\\n\\\n<f curl x",
  ])("hides no program behind it: %j", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each(["ls 2>f \\\n  >g", "ls \\\n  2>&1", "ls f1 \\\n  > g"])(
    "is not meant where blanks stand: %j",
    (script) => {
      expect(scriptVerdict(script)).toBe("allow");
    },
  );
});

describe("$$ that names the process", () => {
  it.each([
    'echo "pid $$"',
    'echo "$$: started"',
    'touch "/tmp/x.$$"',
    'echo "${T:-/tmp/x.$$}"',
    'echo "$$$(date)"',
    'echo "costs \\$$(date)"',
    "echo '$$(date)' '$\\\\$'",
    "kill -0 $$",
    "echo $$; echo $$'x'",
    "echo \"'$$'\"",
    "echo $(( $$ % 2 ))",
    "cat <<E\n$$\nE\n",
  ])("%j is allowed", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});
