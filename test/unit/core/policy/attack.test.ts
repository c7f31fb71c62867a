import type { Facts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import { effectivePolicy, type Policy } from "@gatehouse/core/policy/defaults";
import { policySchema } from "@gatehouse/core/policy/policy";
import { describe, expect, test } from "vitest";
import allowed from "../../../corpus/attack/allowed.json";
import known from "../../../corpus/attack/facts.json";
import policies from "../../../corpus/attack/policies.json";
import refused from "../../../corpus/attack/refused.json";
import verdicts from "../../../corpus/attack/verdicts.json";
import { shell } from "../../../helpers/guard.ts";

type Asked = {
  argv: string[];
  policy?: string;
  mode?: string;
  network?: boolean;
  sandbox?: boolean;
  write_paths?: string[];
};

const facts: Facts = { kind: "lexical", ...known };
const policyNamed = new Map<string, Policy>(
  Object.entries(policies).map(([name, input]) => [name, effectivePolicy(policySchema.parse(input))]),
);

function answer({ argv, policy = "net", mode = "auto", ...rest }: Asked): string {
  const used = policyNamed.get(policy);
  if (used === undefined) throw new Error(`no policy is called ${policy}`);
  const decision = decide({
    call: { tool: "run_command", input: { argv, ...rest } },
    mode: mode === "safe" ? "safe" : "auto",
    policy: used,
    grants: [],
    facts,
    shell,
    nowMs: 0,
  });
  if (decision.verdict === "deny") return "refuse";
  if (decision.verdict === "ask") return decision.strength === "password" ? "gate_password" : "confirm";
  return decision.effect === "trash" ? "trash" : "allow";
}

/** Scripts of one kind that were not answered as wanted; the whole kind is one test, so that thousands stay quick. */
function others(scripts: Record<string, string[]>, wanted: string): string[] {
  return Object.entries(scripts).flatMap(([name, texts]) =>
    texts.filter((text) => answer({ argv: [name, "-c", text] }) !== wanted).map((text) => `${name}: ${text}`),
  );
}

describe("a script that was seen to run a denied program, or breaks a rule of form, is refused", () => {
  test.each(Object.entries(refused))("%s", (_kind, scripts) => {
    expect(others(scripts, "refuse")).toEqual([]);
  });
});

describe("a script that names what is forbidden only as data passes", () => {
  test.each(Object.entries(allowed))("%s", (_kind, scripts) => {
    expect(others(scripts, "allow")).toEqual([]);
  });
});

describe("an argv gets the verdict of the matrix under its policy and mode", () => {
  test.each(Object.entries(verdicts))("%s", (_kind, cases) => {
    const wrong = cases
      .map(({ verdict, ...asked }) => ({ asked, wanted: verdict, got: answer(asked) }))
      .filter(({ wanted, got }) => wanted !== got);
    expect(wrong).toEqual([]);
  });
});
