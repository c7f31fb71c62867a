import { agentWorkspace } from "@gatehouse/core/path/facts";
import { asId } from "@gatehouse/core/ids";
import { digestInput } from "@gatehouse/core/canonical";
import type { Grant } from "@gatehouse/core/grant/grant";
import { describe, expect, test } from "vitest";
import { type Asked, codesOf, facts, judge, policyOf, verdictOf } from "../../../helpers/guard.ts";

type Row = [name: string, argv: string[], asked: Asked, safe: string, auto: string];
const denied = policyOf({
  denied_command: ["curl"],
  denied_path: ["/srv/secret", "~/private"],
  elevation: true,
});

const rows: Row[] = [
  ["a read-only command", ["git", "status"], {}, "allow", "allow"],
  ["any other command", ["touch", "x"], {}, "confirm", "allow"],
  ["a shell", ["bash", "-c", "ls"], {}, "confirm", "allow"],
  ["a read-only command with the network", ["ls"], { network: true }, "confirm", "allow"],
  ["a command with the network", ["npm", "ci"], { network: true }, "confirm", "allow"],
  [
    "a read-only command on an existing path that is not readable",
    ["ls", "/srv/data"],
    {},
    "confirm",
    "allow",
  ],
  ["a read-only command on a readable path", ["cat", "/etc/hosts"], {}, "allow", "allow"],
  ["a read-only command on a path that does not exist", ["cat", "/nowhere"], {}, "allow", "allow"],
  ["a read-only command through a link out of home", ["ls", "to_etc"], {}, "allow", "allow"],
  ["a sensitive path in home", ["cat", ".env"], {}, "confirm", "confirm"],
  ["a sensitive path in home, in a script", ["bash", "-c", "cat ~/.ssh/id_rsa"], {}, "confirm", "confirm"],
  [
    "a sensitive path in home, in a redirect",
    ["bash", "-c", "echo x >> ~/.bashrc"],
    {},
    "confirm",
    "confirm",
  ],
  ["a sensitive path through a link", ["cat", "to_key"], {}, "confirm", "confirm"],
  ["a sensitive path outside home", ["head", "/etc/ssl/private/a.key"], {}, "password", "password"],
  [
    "a sensitive path outside home, in a redirect",
    ["bash", "-c", "cat < /etc/shadow"],
    {},
    "password",
    "password",
  ],
  ["a dangerous pattern", ["chmod", "-R", "777", "/"], {}, "deny", "deny"],
  ["a dangerous pattern in a script", ["bash", "-c", ":(){ :|:& };:"], {}, "deny", "deny"],
  [
    "write_paths that are not granted",
    ["touch", "/opt/x"],
    { write_paths: ["/opt"] },
    "password",
    "password",
  ],
  ["write_paths in home", ["touch", "x"], { write_paths: [`${agentWorkspace}/x`] }, "confirm", "allow"],
  ["sandbox: false", ["ls"], { sandbox: false }, "password", "password"],
  [
    "sandbox: false, network and write_paths ignored",
    ["ls"],
    { sandbox: false, network: true, write_paths: ["x"] },
    "password",
    "password",
  ],
  ["sudo", ["sudo", "ls"], {}, "password", "password"],
  ["a denied program", ["curl", "x"], {}, "deny", "deny"],
  ["a denied program in a script", ["bash", "-c", "curl x"], {}, "deny", "deny"],
  ["a denied path", ["cat", "/srv/secret/key"], { policy: denied }, "deny", "deny"],
  ["a denied path below home", ["cat", "../private/x"], { policy: denied }, "deny", "deny"],
  ["a denied path in a redirect", ["bash", "-c", "echo > /srv/secret/x"], { policy: denied }, "deny", "deny"],
  [
    "a denied path in write_paths",
    ["ls"],
    { policy: denied, write_paths: ["/srv/secret/x"] },
    "deny",
    "deny",
  ],
  ["write_paths that hold a denied path", ["ls"], { policy: denied, write_paths: ["/srv"] }, "deny", "deny"],
  ["rm in the workspace", ["rm", "build/a.o"], {}, "confirm", "allow"],
  ["rm elsewhere in home", ["rm", "/home/agent/docs/a"], {}, "confirm", "confirm"],
  ["rm outside home", ["rm", "/etc/hosts"], {}, "password", "password"],
  ["rm of several, the strictest decides", ["rm", "a", "/etc/hosts"], {}, "password", "password"],
  ["rm through a link out of home", ["rm", "to_etc/hosts"], {}, "password", "password"],
  ["rm of a link", ["rm", "to_etc"], {}, "confirm", "allow"],
  ["rm of a name after the end of options", ["rm", "--", "-f"], {}, "confirm", "allow"],
  ["rm of the workspace", ["rm", "-rf", "."], {}, "deny", "deny"],
  ["rm of home", ["rm", "-rf", "../"], {}, "deny", "deny"],
  ["rm of the root", ["rm", "-rf", "/"], {}, "deny", "deny"],
  ["rm of what holds home", ["rm", "-rf", "/home"], {}, "deny", "deny"],
  ["rm of nothing", ["rm", "-rf"], {}, "deny", "deny"],
  ["rm of a denied path", ["rm", "/srv/secret/x"], { policy: denied }, "deny", "deny"],
  ["rm of what holds a denied path", ["rm", "-r", "/srv"], { policy: denied }, "deny", "deny"],
  ["cd", ["cd", "src"], {}, "deny", "deny"],
  ["cd in a script", ["bash", "-c", "cd src && ls"], {}, "confirm", "allow"],
  ["su", ["su"], {}, "deny", "deny"],
  ["a path as binary", ["./x"], {}, "deny", "deny"],
  ["a path as binary in a script", ["bash", "-c", "./x"], {}, "deny", "deny"],
  ["rm in a script", ["bash", "-c", "rm x"], {}, "deny", "deny"],
  ["a dynamic command in a script", ["bash", "-c", "$x"], {}, "deny", "deny"],
];

describe("the matrix", () => {
  test.each(rows)("%s", (_name, argv, asked, safe, auto) => {
    expect(verdictOf(judge(argv, { ...asked, mode: "safe" }))).toBe(safe);
    expect(verdictOf(judge(argv, { ...asked, mode: "auto" }))).toBe(auto);
  });
  test("an org that caps sessions to safe is asked in auto mode too", () => {
    expect(verdictOf(judge(["touch", "x"], { policy: policyOf({ mode_cap: "safe" }) }))).toBe("confirm");
  });
  test("elevation that is off refuses sandbox: false with that reason", () => {
    expect(codesOf(judge(["ls"], { sandbox: false, policy: policyOf() }))).toContain("elevation_off");
  });
  test.each(["/", "/tmp/x", "/proc/1", "/dev", "/sys", "/run/x", "/boot", "/home", "/home/other", "/root"])(
    "write_paths %s can never be granted",
    (path) => {
      expect(codesOf(judge(["ls"], { write_paths: [path] }))).toContain("write_path_not_grantable");
    },
  );
  test("a relative entry of write_paths is refused", () => {
    expect(codesOf(judge(["ls"], { write_paths: ["opt"] }))).toContain("write_path_not_absolute");
    expect(codesOf(judge(["ls"], { write_paths: ["~/x"] }))).toContain("write_path_not_absolute");
  });
  test("the host refuses an entry of write_paths that is not there", () => {
    const resolved = { ...facts, kind: "resolved" as const };
    expect(codesOf(judge(["ls"], { write_paths: ["/opt/new"], facts: resolved }))).toContain(
      "write_path_missing",
    );
    expect(verdictOf(judge(["ls"], { write_paths: ["/opt"], facts: resolved }))).toBe("password");
  });
  test("a trusted directory counts as workspace", () => {
    const trusted = { ...facts, roots: ["/home/agent/project"] };
    expect(verdictOf(judge(["rm", "/home/agent/project/a"], { facts: trusted }))).toBe("allow");
    expect(verdictOf(judge(["rm", "-r", "/home/agent/project"], { facts: trusted }))).toBe("deny");
  });
});

const grant = (fields: Partial<Extract<Grant, { kind: "path" }>>): Grant => ({
  id: asId("g"),
  kind: "path",
  path: "/opt",
  access: "write",
  recursive: true,
  expiresAtMs: null,
  ...fields,
});

describe("grants", () => {
  const asked = { write_paths: ["/opt/app"] };
  test("answer an ask and leave the mode to decide", () => {
    expect(verdictOf(judge(["ls"], { ...asked, grants: [grant({})] }))).toBe("allow");
    expect(verdictOf(judge(["touch", "x"], { ...asked, grants: [grant({})], mode: "safe" }))).toBe("confirm");
  });
  test("of reading answer no write, of one path no other, and of the past nothing", () => {
    expect(verdictOf(judge(["ls"], { ...asked, grants: [grant({ access: "read" })] }))).toBe("password");
    expect(verdictOf(judge(["ls"], { ...asked, grants: [grant({ recursive: false })] }))).toBe("password");
    expect(verdictOf(judge(["ls"], { ...asked, grants: [grant({ path: "/op" })] }))).toBe("password");
    expect(verdictOf(judge(["ls"], { ...asked, grants: [grant({ expiresAtMs: 5 })], nowMs: 5 }))).toBe(
      "password",
    );
  });
  test("never turn a deny into an allow", () => {
    const all = [grant({ path: "/" }), grant({ path: "/", access: "read" })];
    expect(verdictOf(judge(["cat", "/srv/secret/x"], { policy: denied, grants: all }))).toBe("deny");
    expect(verdictOf(judge(["curl"], { grants: all }))).toBe("deny");
  });
  test("of a call answer the asks that were seen, of exactly that call, with the proof they want", () => {
    const call = { tool: "run_command", input: { argv: ["sudo", "ls"] } } as const;
    const digest = digestInput({ tool: "run_command", input: { argv: [...call.input.argv] } });
    const given: Grant = {
      id: asId("g"),
      kind: "call",
      digest,
      strength: "password",
      asks: [{ kind: "sudo", binary: "ls" }],
      expiresAtMs: 10,
    };
    expect(verdictOf(judge(["sudo", "ls"], { grants: [given], callDigest: digest }))).toBe("allow");
    expect(
      verdictOf(judge(["sudo", "ls"], { grants: [{ ...given, strength: "confirm" }], callDigest: digest })),
    ).toBe("password");
    expect(verdictOf(judge(["sudo", "ls"], { grants: [{ ...given, asks: [] }], callDigest: digest }))).toBe(
      "password",
    );
    expect(verdictOf(judge(["sudo", "ls"], { grants: [given], callDigest: "other" }))).toBe("password");
    expect(verdictOf(judge(["sudo", "ls"], { grants: [given] }))).toBe("password");
    expect(verdictOf(judge(["sudo", "ls"], { grants: [given], callDigest: digest, nowMs: 10 }))).toBe(
      "password",
    );
  });
});
