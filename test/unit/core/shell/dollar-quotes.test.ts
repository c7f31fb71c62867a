import { describe, expect, it } from "vitest";
import { scriptVerdict } from "../../../helpers/guard.ts";

const operators = [":-", "-", ":+", "+", ":=", "=", ":?", "/x/", "//x/", "/", "#", "##", "%", "%%", "^"];
const places = [
  (text: string) => `echo "${text}"`,
  (text: string) => `cat <<E\n${text}\nE\n`,
  (text: string) => `x="${text}"; :`,
  (text: string) => `echo "$(echo "${text}")"`,
  (text: string) => `echo "a\${q:-${text}}"`,
];
/** Bash, asked with a marker program, ran curl in the first of these behind `:-` inside double quotes. */
const hidden = [
  "'$(bash <<< '$'\\tcurl' x')'",
  "'$(bash <<< '$\\\n'\\tcurl' x')'",
  "'`bash <<< '$'\\tcurl' x'`'",
  "a'b$(bash <<< '$'\\x63url' x')'",
];

describe("$' in an operand inside double quotes, where bash drops the quotes", () => {
  it.each(operators)("hides no denied program behind %s", (operator) => {
    for (const place of places)
      for (const text of hidden) {
        const script = place(`\${z${operator}${text}}`);
        expect(scriptVerdict(script), script).toBe("deny");
      }
  });
});

describe("quotes between a dollar sign and what it opens", () => {
  it.each(operators.filter((operator) => !operator.includes("/")))(
    "hide no denied program behind %s",
    (operator) => {
      for (const place of places)
        for (const parted of ['"$"(curl x)', '$""(curl x)', 'a"$"\\\n(curl x)', '{b,"$""(curl x)}'])
          for (const name of ["z", "PATH"]) {
            const script = place(`\${${name}${operator}${parted}}`);
            expect(scriptVerdict(script), script).toBe("deny");
          }
    },
  );
});

describe("the message of an expansion, which no quotes hold", () => {
  it.each([">(curl x)", "$>(curl x)", "<(curl x)", "a<\\\n(curl x)"])("runs nothing by %j", (text) => {
    for (const place of places)
      for (const name of ["z", "1", "@", "z[1]"])
        for (const operator of ["?", ":?"]) {
          const script = place(`\${${name}${operator}${text}}`);
          expect(scriptVerdict(script), script).toBe("deny");
        }
  });
});

describe("$[ inside an expansion, whose end readers see in different places", () => {
  it.each(operators)("hides no denied program behind %s", (operator) => {
    for (const place of [...places, (text: string) => `echo ${text}`]) {
      const script = place(`\${z${operator}<$[}# $[(\`curl x\`)$]a]}`);
      expect(scriptVerdict(script), script).toBe("deny");
    }
  });
});

describe("a regular expression that ends with a dollar sign", () => {
  it.each([
    "v=\"${VERSION:-$(grep -c '^version$' f)}\"",
    "echo \"${x:-$(sed 's/a$//' f)}\"",
    "echo \"$(sed 's/a$/b/' f)\" 'it$'",
  ])("is allowed: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});
