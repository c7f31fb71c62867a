import { effectivePolicy, shippedReadOnly } from "@gatehouse/core/policy/defaults";
import { importPolicy, policySchema, readPolicy } from "@gatehouse/core/policy/policy";
import { describe, expect, test } from "vitest";

describe("a policy document", () => {
  test("may be empty: every field has a default", () => {
    const read = readPolicy({});
    expect(read).toMatchObject({
      ok: true,
      document: {
        denied_command: [],
        elevation: false,
        mode_cap: "auto",
        step_up_role: ["approver", "admin"],
        limits: { memory_mib: 2048, processes: 512, output_mib: 64, timeout_min: 30 },
      },
    });
  });
  test("with a key that is not one of its fields is an error that names the key", () => {
    const read = readPolicy({ denied_comand: ["curl"], sensitive_path: { dir: [] } });
    expect(read.ok).toBe(false);
    if (!read.ok)
      expect(read.problems.map((problem) => problem.message).join(" ")).toMatch(
        /"denied_comand".*"dir"|"dir".*"denied_comand"/s,
      );
  });
  test("refuses a program named by path, a relative path and the root", () => {
    expect(readPolicy({ denied_command: ["/usr/bin/curl"] }).ok).toBe(false);
    expect(readPolicy({ denied_path: ["srv"] }).ok).toBe(false);
    for (const root of ["/", "//", "/.", "/../"]) expect(readPolicy({ denied_path: [root] }).ok).toBe(false);
    expect(readPolicy({ denied_path: ["~/x", "/srv/x"] }).ok).toBe(true);
  });
  test("from another product loses retired keys without a word, and no other", () => {
    expect(
      importPolicy({ denied_command: ["curl"], white_list: ["a"], path_white_list: [], sensitive_map: {} }),
    ).toMatchObject({ ok: true, document: { denied_command: ["curl"] } });
    expect(importPolicy({ white_listed: [] }).ok).toBe(false);
    expect(readPolicy({ white_list: [] }).ok).toBe(false);
  });
});

describe("the defaults", () => {
  test("are added to by an org and never replaced", () => {
    const policy = effectivePolicy(
      policySchema.parse({
        sensitive_path: { dirs: [".mine"] },
        readable_path: ["/data"],
        read_only_command: ["mytool show"],
      }),
    );
    expect(policy.sensitive_path.dirs).toEqual(expect.arrayContaining([".ssh", ".mine"]));
    expect(policy.readable_path).toEqual(expect.arrayContaining(["/usr", "/data"]));
    expect(policy.read_only_command).toEqual(expect.arrayContaining(["git status", "mytool show"]));
  });
  test("carry a digest that is the same for every policy", () => {
    const digest = effectivePolicy(policySchema.parse({})).defaultsDigest;
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(effectivePolicy(policySchema.parse({ elevation: true })).defaultsDigest).toBe(digest);
  });
  test("list at least 532 read-only commands, each once, none of which starts a shell or an interpreter on a program", () => {
    const commands = shippedReadOnly.map((entry) => entry.command);
    expect(commands.length).toBeGreaterThanOrEqual(532);
    expect(new Set(commands).size).toBe(commands.length);
    const bare = new Set(commands.filter((command) => !command.includes(" ")));
    for (const name of [
      "bash",
      "sh",
      "env",
      "xargs",
      "python3",
      "node",
      "perl",
      "awk",
      "sed",
      "make",
      "git",
      "tar",
      "ssh",
      "sudo",
      "rm",
      "cp",
      "mv",
      "tee",
      "dd",
      "less",
      "vim",
    ])
      expect(bare.has(name)).toBe(false);
  });
});
