import { describe, expect, it } from "vitest";
import { diffPolicies } from "@gatehouse/core/policy/document/diff";
import { policyFields } from "@gatehouse/core/policy/document/fields";
import { fieldTexts } from "@gatehouse/core/policy/document/field-texts";
import { lockoutWarnings } from "@gatehouse/core/policy/document/lockout";
import { readPolicyText } from "@gatehouse/core/policy/document/read-text";
import { rebasePolicy } from "@gatehouse/core/policy/document/rebase";
import { remarksOn } from "@gatehouse/core/policy/document/remarks";
import { withValue } from "@gatehouse/core/policy/document/at-path";
import { type PolicyInput, policySchema } from "@gatehouse/core/policy/policy";

describe("the fields of a policy", () => {
  it("each have a sentence, a default that the schema gives, and bounds for every number", () => {
    for (const field of policyFields) {
      expect(fieldTexts[field.path], field.path).toBeDefined();
      expect(field.fallback, field.path).toBeDefined();
      if (field.kind === "number") expect([field.min, field.max], field.path).not.toContain(undefined);
    }
    expect(Object.keys(fieldTexts).sort()).toEqual(policyFields.map(({ path }) => path).sort());
  });

  it("leave a document that says nothing where every value is the default again", () => {
    let document: PolicyInput = {};
    document = withValue(document, "limits.memory_mib", 64);
    document = withValue(document, "denied_command", ["curl"]);
    expect(document).toEqual({ limits: { memory_mib: 64 }, denied_command: ["curl"] });
    document = withValue(withValue(document, "denied_command", []), "limits.memory_mib", 2048);
    expect(document).toEqual({});
  });
});

describe("a draft that was overtaken", () => {
  it("keeps what both sides added and took away, and names what both set", () => {
    const base = { denied_command: ["a", "b"], limits: { processes: 100 }, elevation: true };
    const draft = { denied_command: ["b", "c"], limits: { processes: 200 }, elevation: true };
    const current = { denied_command: ["a", "b", "d"], limits: { processes: 300 } };
    const { document, conflicts } = rebasePolicy({ base, draft, current });
    expect(document).toEqual({ denied_command: ["b", "d", "c"], limits: { processes: 200 } });
    expect(conflicts).toEqual(["limits.processes"]);
    expect(diffPolicies(document, policySchema.parse(document))).toEqual([]);
  });
});

describe("remarks", () => {
  it("point at entries that repeat, that ship, that lie in another and that never match", () => {
    const remarks = remarksOn({
      denied_command: ["terraform", "terraform"],
      denied_path: ["/srv", "/srv/data"],
      readable_path: ["/srv/data/open"],
      read_only_command: ["terraform plan", "a b c d"],
      dangerous_pattern: [{ name: "destroy", binary: "terraform", arguments: ["destroy"] }],
      sensitive_path: { files: [".netrc"], exempt: ["harmless.txt", "prod.pem"] },
    });
    expect(remarks.map(({ path, entry, kind }) => `${path} ${entry} ${kind}`).sort()).toEqual(
      [
        "denied_command terraform duplicate",
        "denied_path /srv/data unreachable",
        "readable_path /srv/data/open unreachable",
        "read_only_command terraform plan unreachable",
        "read_only_command a b c d unreachable",
        "dangerous_pattern destroy unreachable",
        "sensitive_path.files .netrc built_in",
        "sensitive_path.exempt harmless.txt unreachable",
      ].sort(),
    );
  });
});

describe("a publish that would lock people out", () => {
  const people = { member: 3, approver: 0, admin: 1, auditor: 1 };
  const codes = (after: PolicyInput, before: PolicyInput = {}) =>
    lockoutWarnings({ before, after, people, autoSessions: 2, ownPrograms: { git: 7 } }).map(
      ({ code }) => code,
    );

  it("is warned of for roles, people, modes, programs, paths and limits, and not for what was so before", () => {
    expect(codes({ step_up_role: [] })).toEqual(["no_step_up_role"]);
    expect(codes({ step_up_role: ["approver"] })).toEqual(["nobody_steps_up"]);
    expect(codes({ second_person: true })).toEqual(["one_stepper", "no_second_person"]);
    expect(codes({ second_admin: true })).toEqual(["one_admin"]);
    expect(codes({ mode_cap: "safe" })).toEqual(["mode_cap"]);
    expect(codes({ mode_cap: "safe" }, { mode_cap: "safe" })).toEqual([]);
    expect(codes({ denied_command: ["git", "bash", "nc"] })).toEqual(["own_program:git", "shell:bash"]);
    expect(codes({ denied_path: ["~", "/usr"] })).toEqual(["workspace:~", "system:/usr"]);
    expect(codes({ limits: { processes: 2 } })).toEqual(["limit:processes"]);
    expect(codes({})).toEqual([]);
  });
});

describe("a policy out of text", () => {
  const places = (text: string) => {
    const read = readPolicyText(text);
    return read.ok ? [] : read.problems.map(({ line, column, path }) => `${line}:${column} ${path}`);
  };

  it("names the place of an unknown key at any depth, of a repeated key and of a comment", () => {
    expect(places('{\n  "limits": {\n    "memory": 1\n  }\n}')).toEqual(["3:5 limits.memory"]);
    expect(places('{"elevation": true,\n "elevation": false}')).toEqual(["2:2 elevation"]);
    expect(places("{\n  // why\n}")).toEqual(["2:3 "]);
    expect(places("")).toEqual(["1:1 "]);
    expect(places('{"gatehouse_policy": 1, "document": {"x": 1}}')).toEqual(["1:38 document.x"]);
  });

  it("takes no key for another one, not even __proto__", () => {
    expect(places('{"__proto__": {"elevation": true}}')).toHaveLength(1);
    expect(readPolicyText('{"denied_command": ["__proto__"]}')).toMatchObject({ ok: true });
  });
});
