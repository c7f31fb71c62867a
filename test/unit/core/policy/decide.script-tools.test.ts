import { closedSchema, inputSchemaProblem } from "@gatehouse/core/script-tool/input-schema";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import type { ScriptFacts } from "@gatehouse/core/policy/script-rules";
import { shownCall } from "@gatehouse/core/tool-call/shown-argv";
import { type SessionMode, type ToolCall, toolCall } from "@gatehouse/core/tool-call/tool-call";
import { mostHtml } from "@gatehouse/core/tool-call/show-input";
import { describe, expect, it } from "vitest";
import { policyOf, shell } from "../../../helpers/guard.ts";

const digest = "a".repeat(64);
const schema = { type: "object", properties: { word: { type: "string" } }, required: ["word"] };
const facts: ScriptFacts = {
  state: "in_force",
  interpreter: "bash",
  schema,
  withoutAsking: false,
  mayTry: false,
};

function verdict(
  of: { tool?: "script_tool" | "test_tool"; given?: Record<string, unknown>; bound?: boolean },
  now: {
    mode?: SessionMode;
    script?: Partial<ScriptFacts> | null;
    policy?: Parameters<typeof policyOf>[0];
  } = {},
): string {
  const { tool = "script_tool", given = { word: "x" }, bound = true } = of;
  const call = toolCall.parse({
    tool,
    input: { name: "script_a", arguments: given, ...(bound ? { version: 1, digest } : {}) },
  });
  const decision = decide({
    call,
    mode: now.mode ?? "auto",
    policy: policyOf(now.policy),
    grants: [],
    facts: lexicalFacts,
    script: now.script === null ? null : { ...facts, ...now.script },
    shell,
    nowMs: 0,
  });
  return decision.verdict === "deny" ? (decision.reasons[0]?.code ?? "") : (decision.strength ?? "allow");
}

describe("a script tool's call", () => {
  it("asks in safe mode unless an admin marked the version, and runs in auto", () => {
    expect(verdict({}, { mode: "safe" })).toBe("confirm");
    expect(verdict({}, { mode: "safe", script: { withoutAsking: true } })).toBe("allow");
    expect(verdict({})).toBe("allow");
    expect(verdict({}, { policy: { mode_cap: "safe" } })).toBe("confirm");
  });

  it("is refused where nothing is known of the tool, its version or its text, in any mode, marked or not", () => {
    for (const mode of ["safe", "auto"] as const) {
      expect(verdict({}, { mode, script: null })).toBe("script_tool_unknown");
      expect(verdict({ bound: false }, { mode })).toBe("script_tool_unknown");
      for (const state of ["changed", "not_in_force"] as const)
        expect(verdict({}, { mode, script: { state, withoutAsking: true } })).toBe("script_tool_changed");
      expect(verdict({ given: { word: 1 } }, { mode, script: { withoutAsking: true } })).toBe(
        "invalid_input",
      );
      const policy = { denied_command: ["bash"] };
      expect(verdict({}, { mode, policy, script: { withoutAsking: true } })).toBe("denied_command");
    }
  });

  it("is refused arguments longer than their limit, however open the schema", () => {
    const given = { word: "x".repeat(256 * 1024) };
    expect(verdict({ given })).toBe("invalid_input");
  });

  it("as a trial takes who may try, asks in safe mode though it is marked, and minds no state but a changed text", () => {
    const tool = "test_tool";
    expect(verdict({ tool }, {})).toBe("script_tool_trial");
    const script = { mayTry: true, withoutAsking: true, state: "not_in_force" } as const;
    expect(verdict({ tool }, { script })).toBe("allow");
    expect(verdict({ tool }, { script, mode: "safe" })).toBe("confirm");
    expect(verdict({ tool }, { script: { ...script, state: "changed" } })).toBe("script_tool_changed");
  });

  it("takes no other name, no stray field and no other form", () => {
    const good = { name: "script_a", arguments: {} };
    for (const input of [
      { ...good, name: "run_command" },
      { ...good, name: "script_A" },
      { ...good, name: "script_" },
      { ...good, name: `script_${"a".repeat(49)}` },
      { ...good, mode: "auto" },
      { ...good, arguments: [] },
      { ...good, arguments: "x" },
    ])
      expect(toolCall.safeParse({ tool: "script_tool", input }).success).toBe(false);
  });
});

describe("the schema of a script tool", () => {
  it("takes what people write, and is closed at every level when it is used", () => {
    const nested = {
      type: "object",
      properties: {
        list: {
          type: "array",
          items: { type: "object", properties: { a: { type: "integer", minimum: 1 } } },
        },
        kind: { enum: ["a", "b"], description: "which" },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      additionalProperties: false,
    };
    expect(inputSchemaProblem(nested)).toBeNull();
    const closed = closedSchema(nested) as { properties: { list: { items: unknown } } };
    expect(closed.properties.list.items).toMatchObject({ additionalProperties: false, required: [] });
    expect(inputSchemaProblem({ type: "object" })).toBeNull();
  });

  it("names the field and what is wrong with it", () => {
    const inside = (one: unknown): unknown => ({ type: "object", properties: { a: one } });
    for (const [wrong, where] of [
      [null, "schema:"],
      [{ type: "array", items: { type: "string" } }, "schema.type"],
      [inside({ type: "string", format: "uri" }), "schema.properties.a.format"],
      [inside({ type: "string", minimum: 1 }), "schema.properties.a.minimum"],
      [inside({ type: "array" }), "schema.properties.a.items"],
      [inside({ type: ["string", "null"] }), "schema.properties.a.type"],
      [inside({ anyOf: [{ type: "string" }], type: "string" }), "schema.properties.a.type"],
      [inside({ enum: [{}] }), "schema.properties.a.enum"],
      [inside({ type: "number", multipleOf: 0 }), "schema.properties.a.multipleOf"],
      [{ type: "object", properties: { "a b": { type: "string" } } }, "schema.properties.a b"],
      [{ type: "object", $defs: {} }, "schema.$defs"],
      [inside({ type: "string", description: "x".repeat(20_000) }), "at most"],
    ] as const)
      expect(inputSchemaProblem(wrong)).toContain(where);
  });

  it("is not nested without an end", () => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 12; level += 1) deep = { type: "array", items: deep };
    expect(inputSchemaProblem({ type: "object", properties: { deep } })).toContain("nested deeper");
  });
});

describe("what an agent shows", () => {
  const judge = (call: ToolCall, mode: SessionMode = "safe") =>
    decide({ call, mode, policy: policyOf(), grants: [], facts: lexicalFacts, shell, nowMs: 0 });

  it("is a read of the file that it opens: home without asking, what is sensitive with a person's yes", () => {
    const open = (path: string) => judge({ tool: "open_file", input: { path } });
    expect(open("notes.md")).toMatchObject({ verdict: "allow", effect: "show", readOnly: true });
    expect(open("~/.ssh/id_rsa")).toMatchObject({ verdict: "ask", strength: "confirm" });
    expect(open("/root/.ssh/id_rsa")).toMatchObject({ verdict: "ask", strength: "password" });
    expect(open("a\u0001b").verdict).toBe("deny");
  });

  it("is a page of bounded size, recorded by its beginning, and no page that a row cannot hold", () => {
    const page = (html: string): ToolCall => ({ tool: "html_template", input: { html } });
    expect(judge(page("<p>x</p>"))).toMatchObject({ verdict: "allow", effect: "show" });
    expect(judge(page("\0")).verdict).toBe("deny");
    expect(judge(page("\ud800")).verdict).toBe("deny");
    expect(toolCall.safeParse(page("x".repeat(mostHtml + 1))).success).toBe(false);
    const shown = shownCall(page("x".repeat(100_000)));
    expect(JSON.stringify(shown).length).toBeLessThan(20_000);
  });
});
