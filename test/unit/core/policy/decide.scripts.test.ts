import { describe, expect, test } from "vitest";
import allowed from "../../../corpus/scripts/allowed.json";
import codes from "../../../corpus/scripts/codes.json";
import dialect from "../../../corpus/scripts/dialect.json";
import refused from "../../../corpus/scripts/refused.json";
import { bash, codesOf, judge } from "../../../helpers/guard.ts";

const cases = (
  groups: readonly { title: string; scripts: readonly string[] }[],
): (readonly [string, string, string])[] =>
  groups.flatMap(({ title, scripts }) =>
    scripts.map((script) => [title, JSON.stringify(script).slice(0, 90), script] as const),
  );

describe("a denied program in a script is refused", () => {
  test.each(cases(refused))("%s: %s", (_title, _shown, script) => {
    expect(bash(script).verdict).toBe("deny");
    expect(bash(script, { mode: "safe" }).verdict).toBe("deny");
    expect(judge(["sh", "-c", script]).verdict).toBe("deny");
  });
});

describe("what is forbidden in a script is refused by its own rule", () => {
  test.each(cases(codes))("%s: %s", (code, _shown, script) => {
    expect(codesOf(bash(script))).toContain(code);
  });
});

describe("a script that names nothing forbidden passes", () => {
  test.each(cases(allowed))("%s: %s", (_title, _shown, script) => {
    expect(bash(script).reasons[0]).toMatchObject({ verdict: "allow" });
  });
});

describe("a script for sh is refused where dash reads it otherwise", () => {
  test.each(cases(dialect))("%s: %s", (_title, _shown, script) => {
    const decision = judge(["sh", "-c", script]);
    expect(decision.verdict).toBe("deny");
    expect(codesOf(decision)).toContain("dialect");
    expect(judge(["dash", "-c", script]).verdict).toBe("deny");
  });
  test("and the text points to bash -c", () => {
    expect(judge(["sh", "-c", "[[ a ]]"]).reasons[0]?.hint).toContain('["bash", "-c"');
  });
  test.each(["zsh", "ksh", "mksh", "fish", "csh"])("and one for %s is refused whatever it holds", (name) => {
    expect(codesOf(judge([name, "-c", "echo a"]))).toEqual(["dialect"]);
  });
});

describe("a refusal of a script", () => {
  test("names the node with line and column", () => {
    const [reason] = bash("echo a\n  curl x\n").reasons;
    expect(reason?.place).toMatchObject({ line: 2, column: 3, scriptArgIndex: 2 });
  });
  test("names the place in the outermost script for a nested one", () => {
    const [reason] = bash("true\nbash -c 'echo a; curl x'").reasons;
    expect(reason?.place).toMatchObject({ line: 2, column: 9, scriptArgIndex: 2 });
  });
  test("keeps every reason", () => {
    expect(new Set(codesOf(bash("rm x; sudo ls; /bin/ls; $x; curl y")))).toEqual(
      new Set(["rm_in_script", "sudo_in_script", "not_bare_binary", "dynamic_command", "denied_command"]),
    );
  });
  test("never tells the list", () => {
    for (const { sentence, hint } of bash("curl x; rm y; /bin/z").reasons)
      expect(`${sentence} ${hint ?? ""}`).not.toMatch(/wget|\bnc\b/);
  });
  test("points to the argv form of sudo and rm", () => {
    expect(bash("sudo ls").reasons[0]?.hint).toContain("['sudo', '<binary>'");
    expect(bash("rm x").reasons[0]?.hint).toContain("['rm', '<path>'");
  });
});
