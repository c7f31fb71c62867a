import { staticValue } from "@gatehouse/core/shell/static-word";
import { describe, expect, test } from "vitest";

describe("a static word", () => {
  test.each([
    ["curl", "curl"],
    ["cu\\rl", "curl"],
    ["'cu'\"rl\"", "curl"],
    ["$'\\x63url'", "curl"],
    ["$'\\143\\165rl'", "curl"],
    ["$'\\u0063url'", "curl"],
    ["$'curl\\0tail'rest", "curlrest"],
    ["$'a\\'b'", "a'b"],
    ['$"curl"', "curl"],
    ["cu\\\nrl", "curl"],
    ['"a\\$b\\"c\\d"', 'a$b"c\\d'],
    ['"a\\\nb"', "ab"],
    ["''", ""],
    ["a$", "a$"],
    ["{}", "{}"],
    ["{a}", "{a}"],
    ["[", "["],
    ["a#b", "a#b"],
    ["a~", "a~"],
  ])("%j is %j", (text, value) => {
    expect(staticValue(text)).toBe(value);
  });
  test.each([
    "$x",
    "${x}",
    "$(x)",
    "`x`",
    '"$x"',
    '"`x`"',
    "a*",
    "a?",
    "[ab]",
    "{a,b}",
    "{1..3}",
    "~",
    "~/x",
    "<(x)",
    "$((1))",
    "$[1]",
    '"$\\\n(x)"',
    "a$\\\n(x)",
    "'open",
    '"open',
    "$'open",
    "@(a|b)",
  ])("%j is not static", (text) => {
    expect(staticValue(text)).toBeNull();
  });
});
