import { cutMiddle } from "@gatehouse/core/agent/cut-middle";
import { offeredTools, tools } from "@gatehouse/core/tool-call/tools";
import { outputParts, type ToolAnswer } from "@gatehouse/core/tool-call/result-parts";
import { describe, expect, it } from "vitest";
import { subagent } from "@gatehouse/core/policy/rules/subagent";
import { policyOf } from "../../../helpers/guard.ts";

const of = { policy: policyOf(), role: "member", scripts: [], media: { image: true, audio: true } } as const;
const offered = offeredTools(of);

const answer: ToolAnswer = {
  call: { tool: "run_command", input: { argv: ["ls"] } },
  outcome: "exited",
  exitCode: 0,
  signal: null,
  detail: null,
  outputBytes: 0,
  outputCapped: false,
  advice: null,
  result: null,
};

describe("the tools as a model is told of them", () => {
  it("are an object at the root that takes no unknown field, whatever the modes of the tool", () => {
    for (const { name, schema, description } of offered) {
      expect(schema.type, name).toBe("object");
      expect(schema.additionalProperties, name).toBe(false);
      expect(description.length, name).toBeGreaterThan(40);
    }
    const edit = offered.find((tool) => tool.name === "edit_file");
    expect(edit?.schema.properties["mode"]).toEqual({
      type: "string",
      enum: ["write", "patch", "remove", "restore", "undo"],
    });
    expect(edit?.schema.required).toEqual(["mode"]);
  });

  it("never offer a command as one string", () => {
    const run = offered.find((tool) => tool.name === "run_command");
    expect(Object.keys(run?.schema.properties ?? {})).toEqual(["argv", "write_paths", "network", "sandbox"]);
    expect(tools.run_command.input.safeParse({ command: "ls -la" }).success).toBe(false);
  });
});

describe("a subagent's call", () => {
  const decided = (exclude: string[], task = "look around") =>
    subagent({ tool: "subagents", input: { task, exclude_tools: exclude } })[0];

  it("asks nobody, because each call that the subagent makes is decided by itself", () => {
    expect(decided(["run_command", "script_deploy"])?.verdict).toBe("allow");
  });

  it("is denied where it leaves out what is no tool, so that a slip of the pen leaves nothing in", () => {
    expect(decided(["run_comand"])).toMatchObject({ verdict: "deny", code: "bad_argument" });
    expect(decided([], "a\u0000b")).toMatchObject({ verdict: "deny", code: "bad_argument" });
  });

  it("takes no field that is none of its own, and no time beyond an hour", () => {
    const { input } = tools.background_subagents;
    expect(input.safeParse({ task: "x", timeout_min: 60 }).success).toBe(true);
    expect(input.safeParse({ task: "x", timeout_min: 61 }).success).toBe(false);
    expect(input.safeParse({ task: "x", grants: ["/etc"] }).success).toBe(false);
  });
});

describe("what a model is told of an ended call", () => {
  it("says exit 0 without output in words", () => {
    expect(outputParts(answer)).toEqual([{ kind: "text", text: "Exit code 0, no output." }]);
  });

  it("brings advice after the output", () => {
    const parts = outputParts({ ...answer, exitCode: 1, outputBytes: 9, advice: "use write_paths" });
    expect(parts.map((part) => part.kind)).toEqual(["text", "output", "text"]);
    expect(parts.at(-1)).toMatchObject({ text: "Advice: use write_paths" });
  });

  it("is cut in the middle where it is long, and says how to read the rest", () => {
    const cut = cutMiddle(`A${"x".repeat(1_000)}Z`, 100, "Read it in parts.");
    expect(cut.startsWith("Ax")).toBe(true);
    expect(cut.endsWith("xZ")).toBe(true);
    expect(cut).toContain("902 characters left out here. Read it in parts.");
    expect(cutMiddle("short", 100, "")).toBe("short");
  });
});
