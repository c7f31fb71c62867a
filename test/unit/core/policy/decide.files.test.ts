import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import type { Grant } from "@gatehouse/core/grant/grant";
import { asId } from "@gatehouse/core/ids";
import { decide } from "@gatehouse/core/policy/decide";
import type { Decision } from "@gatehouse/core/policy/decision";
import { editFileInput, findFilesInput, readFilesInput } from "@gatehouse/core/tool-call/file-input";
import { type FileCall, fileCall, type SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { describe, expect, test } from "vitest";
import { codesOf, facts, policyOf, shell, verdictOf } from "../../../helpers/guard.ts";

const policy = policyOf({
  denied_path: [`${agentWorkspace.replace(agentHome, "~")}/closed`, "/srv/closed"],
  readable_path: ["/srv/open"],
});

function judge(
  call: FileCall,
  asked: { mode?: SessionMode; grants?: readonly Grant[]; links?: Record<string, string> } = {},
): Decision {
  const { mode = "auto", grants = [], links = {} } = asked;
  const known = { ...facts, links: { ...facts.links, ...links } };
  return decide({ call, mode, policy, grants, facts: known, shell, nowMs: 0 });
}

const read = (path: string): FileCall => ({ tool: "read_files", input: { files: [{ path }] } });
const list = (dir: string): FileCall => ({ tool: "find_files", input: { mode: "list", queries: [{ dir }] } });
const past = (path: string): FileCall => ({ tool: "file_history", input: { mode: "list", path } });
const write = (path: string): FileCall => ({
  tool: "edit_file",
  input: { mode: "write", path, content: "x" },
});
const remove = (path: string): FileCall => ({ tool: "edit_file", input: { mode: "remove", path } });
const restore = (path: string): FileCall => ({
  tool: "edit_file",
  input: { mode: "restore", path, trash: "01a22d88-7c54-7398-944c-a5e7af6122a9" },
});

/** path, what reading does in both modes, what changing does in safe and in auto */
const matrix: [path: string, reads: string, safe: string, auto: string][] = [
  ["notes.txt", "allow", "confirm", "allow"],
  ["/home/agent/keep/a", "allow", "confirm", "allow"],
  ["~/docs/a", "allow", "confirm", "allow"],
  [".env", "confirm", "confirm", "confirm"],
  [".ENV", "confirm", "confirm", "confirm"],
  [".env.example", "allow", "confirm", "allow"],
  ["a/.git/config", "confirm", "confirm", "confirm"],
  ["a/b/../../.ssh/id_rsa", "confirm", "confirm", "confirm"],
  ["server.pem", "confirm", "confirm", "confirm"],
  ["/etc/hosts", "allow", "password", "password"],
  ["to_etc/hosts", "allow", "password", "password"],
  ["/srv/open/a", "allow", "password", "password"],
  ["/srv/opener/a", "password", "password", "password"],
  ["/srv/data", "password", "password", "password"],
  ["/etc/shadow", "password", "password", "password"],
  ["/home/agent2/a", "password", "password", "password"],
  ["../../agent-evil/a", "password", "password", "password"],
  ["/root/.ssh/id_rsa", "password", "password", "password"],
  ["closed", "deny", "deny", "deny"],
  ["closed/a", "deny", "deny", "deny"],
  ["closed2/a", "allow", "confirm", "allow"],
  ["x/../closed/./a", "deny", "deny", "deny"],
  ["/srv/closed/a", "deny", "deny", "deny"],
];

describe("a file tool", () => {
  test.each(matrix)(
    "on %s reads as %s, changes as %s in safe and as %s in auto mode",
    (path, reads, safe, auto) => {
      for (const mode of ["safe", "auto"] as const)
        for (const call of [read(path), list(path), past(path)])
          expect(verdictOf(judge(call, { mode }))).toBe(reads);
      for (const call of [write(path), remove(path), restore(path)]) {
        expect(verdictOf(judge(call, { mode: "safe" }))).toBe(safe);
        expect(verdictOf(judge(call))).toBe(auto);
      }
    },
  );

  test("is as strict as the strictest of its paths, and keeps every reason", () => {
    const call: FileCall = {
      tool: "read_files",
      input: { files: [{ path: "a" }, { path: ".env" }, { path: "/srv/data/x" }] },
    };
    const decision = judge(call);
    expect(verdictOf(decision)).toBe("password");
    expect(codesOf(decision).sort()).toEqual(["outside_readable", "sensitive_path"]);
  });

  test("never has home, the workspace or what holds them as its target", () => {
    for (const path of ["/", "~", ".", "/home/agent", agentWorkspace, "/home", "x/.."])
      for (const call of [write(path), remove(path), restore(path)])
        expect(codesOf(judge(call))).toContain("file_target");
  });

  test("moves no directory that holds a denied path", () => {
    expect(codesOf(judge(remove("/srv")))).toContain("denied_path");
    expect(verdictOf(judge(write("/srv")))).toBe("password");
  });

  test("removes a link itself, and writes to where a link leads", () => {
    for (const link of ["to_etc", "to_key"]) expect(verdictOf(judge(remove(link)))).toBe("allow");
    for (const call of [read("to_key"), list("to_key"), past("to_key"), write("to_key")])
      expect(verdictOf(judge(call))).toBe("confirm");
    expect(verdictOf(judge(write("to_etc")))).toBe("password");
  });

  test("refuses a path the kernel would cut, and one that hides its end from the decision", () => {
    for (const path of ["a\0b", "a\ud800", "a/\u0001/../../../../srv/data"])
      for (const call of [read(path), write(path)]) expect(codesOf(judge(call))).toContain("bad_argument");
  });

  test("refuses content that would be changed on the way", () => {
    const half: FileCall = { tool: "edit_file", input: { mode: "write", path: "a", content: "\ud800" } };
    expect(verdictOf(judge(half))).toBe("deny");
    for (const content of ["QUJD\n", "QUJ", "QU=D", "*abc", "QUJD=QUJ"]) {
      const call: FileCall = {
        tool: "edit_file",
        input: { mode: "write", path: "a", content, encoding: "base64" },
      };
      expect(verdictOf(judge(call))).toBe("deny");
    }
  });

  test("in an org capped to safe asks before it changes anything, whatever the session says", () => {
    const capped = policyOf({ mode_cap: "safe" });
    const decision = decide({
      call: write("a"),
      mode: "auto",
      policy: capped,
      grants: [],
      facts,
      shell,
      nowMs: 0,
    });
    expect(verdictOf(decision)).toBe("confirm");
  });
});

describe("a grant", () => {
  const grant = (path: string, access: "read" | "write", recursive = true): Grant => ({
    id: asId("g"),
    kind: "path",
    path,
    access,
    recursive,
    expiresAtMs: null,
  });
  test("for reading lets nothing be written; one for writing lets it be read", () => {
    const readOnly = [grant("/srv/data", "read")];
    expect(verdictOf(judge(read("/srv/data/x"), { grants: readOnly }))).toBe("allow");
    expect(verdictOf(judge(write("/srv/data/x"), { grants: readOnly }))).toBe("password");
    const both = [grant("/srv/data", "write")];
    expect(verdictOf(judge(write("/srv/data/x"), { grants: both }))).toBe("allow");
    expect(verdictOf(judge(read("/srv/data/x"), { grants: both }))).toBe("allow");
  });
  test("covers what is below by segment, and what a link leads to only by its real path", () => {
    const grants = [grant("/srv/data", "read")];
    expect(verdictOf(judge(read("/srv/database"), { grants }))).toBe("password");
    const links = { "/srv/data/out": "/root" };
    expect(verdictOf(judge(read("/srv/data/out/x"), { grants, links }))).toBe("password");
    expect(verdictOf(judge(read("/srv/data/x"), { grants: [grant("/srv/data", "read", false)] }))).toBe(
      "password",
    );
  });
  test("turns no denied path into an allowed one", () => {
    expect(verdictOf(judge(read("/srv/closed/a"), { grants: [grant("/srv", "write")] }))).toBe("deny");
  });
  test("leaves the question of safe mode open", () => {
    const grants = [grant(`${agentWorkspace}/.env`, "write")];
    expect(verdictOf(judge(write(".env"), { mode: "safe", grants }))).toBe("confirm");
    expect(verdictOf(judge(write(".env"), { grants }))).toBe("allow");
  });
});

describe("an input", () => {
  test.each([
    [readFilesInput, { files: [] }],
    [readFilesInput, { files: [{ path: "" }] }],
    [readFilesInput, { files: [{ path: "a", mode: "write" }] }],
    [findFilesInput, { mode: "list", queries: [{ dir: ".", follow: true }] }],
    [findFilesInput, { mode: "search", queries: [{ dir: "." }] }],
    [editFileInput, { mode: "write", path: "a" }],
    [editFileInput, { mode: "remove", path: "a", content: "x" }],
    [editFileInput, { mode: "Remove", path: "a" }],
    [editFileInput, { mode: "patch", path: "a", targets: [{ old_string: "", new_string: "x" }] }],
    [editFileInput, { mode: "restore", path: "a" }],
    [editFileInput, { path: "a", content: "x" }],
    [fileCall, { tool: "run_command", input: { argv: ["ls"] } }],
  ])("that is not exactly the tool's own is refused (%#)", (schema, input) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});
