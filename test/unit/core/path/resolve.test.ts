import { agentWorkspace } from "@gatehouse/core/path/facts";
import { isWithin, normalise } from "@gatehouse/core/path/lexical";
import { pathsOf } from "@gatehouse/core/path/paths-of";
import { realPath } from "@gatehouse/core/path/resolve";
import { describe, expect, test } from "vitest";
import { facts, policyOf, shell } from "../../../helpers/guard.ts";

describe("paths", () => {
  test("collapse by segment and stay at the root above it", () => {
    expect(normalise("/a//b/./../c/")).toBe("/a/c");
    expect(normalise("/../../x")).toBe("/x");
    expect(isWithin("/home/u/work-evil", "/home/u/work")).toBe(false);
    expect(isWithin("/home/u/work/x", "/home/u/work")).toBe(true);
    expect(isWithin("/x", "/")).toBe(true);
  });
  test("follow known links component by component", () => {
    expect(realPath("to_etc/hosts", facts)).toBe("/etc/hosts");
    expect(realPath("to_etc/../x", facts)).toBe("/x");
    expect(realPath("to_etc", facts, true)).toBe(`${agentWorkspace}/to_etc`);
    expect(realPath("to_etc/", facts, true)).toBe(`${agentWorkspace}/to_etc`);
  });
  test("end for links that point at one another", () => {
    const loop = { ...facts, links: { "/a": "/b", "/b": "/a" } };
    expect(realPath("/a/x", loop)).toMatch(/^\/[ab]\/x$/);
  });
  test("of a call are named for the host to look up, with their parents", () => {
    const call = {
      tool: "run_command" as const,
      input: { argv: ["bash", "-c", "cat src/a < ../b"], write_paths: ["/opt/x"] },
    };
    const named = pathsOf(call, policyOf(), facts, shell);
    for (const path of [
      `${agentWorkspace}/src/a`,
      `${agentWorkspace}/src`,
      "/home/agent/b",
      "/opt/x",
      "/opt",
    ])
      expect(named).toContain(path);
    expect(named.every((path) => path.startsWith("/") && normalise(path) === path)).toBe(true);
  });
});
