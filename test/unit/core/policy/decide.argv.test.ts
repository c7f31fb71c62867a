import { describe, expect, test } from "vitest";
import allowed from "../../../corpus/argv/allowed.json";
import programs from "../../../corpus/argv/programs.json";
import shape from "../../../corpus/argv/shape.json";
import strings from "../../../corpus/argv/strings.json";
import sudo from "../../../corpus/argv/sudo.json";
import wrappers from "../../../corpus/argv/wrappers.json";
import { codesOf, judge, policyOf, verdictOf } from "../../../helpers/guard.ts";

const shown = (argv: readonly string[]): string => JSON.stringify(argv).slice(0, 100);

describe("a denied program", () => {
  test.each(wrappers.map(({ argv }) => [shown(argv), argv] as const))(
    "is refused behind %s",
    (_name, argv) => {
      expect(codesOf(judge(argv))).toContain("denied_command");
    },
  );
  test.each(strings.map(({ argv }) => [shown(argv), argv] as const))(
    "is refused in the text of %s",
    (_name, argv) => {
      const decision = judge(argv);
      expect(decision.verdict).toBe("deny");
    },
  );
  test("is refused wherever a known program takes what it starts from: words, options, settings, commands of its own", () => {
    expect(programs.refused.filter((argv) => judge(argv).verdict !== "deny").map(shown)).toEqual([]);
  });
  test("is refused by name, and the text says that no approval can change it", () => {
    const [reason] = judge(["curl", "-fsSL", "https://example.com"]).reasons;
    expect(reason).toMatchObject({ rule: "denied-command", code: "denied_command" });
    expect(reason?.sentence).toContain("no approval can change it");
  });
  test("is refused when a name is denied that is also a builtin", () => {
    const policy = policyOf({ denied_command: ["printf"] });
    expect(codesOf(judge(["sh", "-c", "printf x"], { policy }))).toContain("denied_command");
  });
  test("may be an inherited name of an object", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(judge([name]).verdict).toBe("allow");
      expect(judge(["bash", "-c", name]).verdict).toBe("allow");
      expect(judge([name], { policy: policyOf({ denied_command: [name] }) }).verdict).toBe("deny");
    }
  });
});

describe("an argv that names nothing forbidden", () => {
  test.each(allowed.map(({ argv }) => [shown(argv), argv] as const))(
    "runs in auto mode: %s",
    (_name, argv) => {
      expect(judge(argv).reasons[0]).toMatchObject({ verdict: "allow" });
    },
  );
});

test("everyday calls of programs that could start another one run without asking", () => {
  expect(programs.allowed.filter((argv) => judge(argv).verdict !== "allow").map(shown)).toEqual([]);
});

describe("the form of an argv", () => {
  test.each(shape.map(({ argv }) => [shown(argv), argv] as const))(
    "is refused in both modes: %s",
    (_name, argv) => {
      expect(judge(argv).verdict).toBe("deny");
      expect(judge(argv, { mode: "safe" }).verdict).toBe("deny");
    },
  );
  test("refuses half a character, which Node would change on the way to the kernel", () => {
    for (const half of ["\ud800", "\udc00x", "a\ud83c"]) expect(judge(["echo", half]).verdict).toBe("deny");
  });
  test("refuses an argument longer than the kernel passes, and passes one that just fits", () => {
    expect(judge(["echo", "x".repeat(131_072)]).verdict).toBe("deny");
    expect(judge(["echo", "é".repeat(65_536)]).verdict).toBe("deny");
    expect(judge(["echo", "x".repeat(131_071)]).verdict).toBe("allow");
  });
  test("refuses arguments that are too long together", () => {
    expect(judge(["echo", ...Array.from({ length: 20 }, () => "x".repeat(120_000))]).verdict).toBe("deny");
  });
  test("names the legal form of a path", () => {
    expect(judge(["./gradlew"]).reasons[0]?.hint).toContain("bash gradlew");
    expect(judge(["/usr/bin/git"]).reasons[0]?.hint).toContain('"git"');
  });
});

describe("sudo", () => {
  test.each(sudo.map(({ argv, verdict }) => [shown(argv), argv, verdict] as const))(
    "%s",
    (_name, argv, verdict) => {
      expect(verdictOf(judge(argv))).toBe(verdict);
      expect(verdictOf(judge(argv, { mode: "safe" }))).toBe(verdict);
    },
  );
  test("is refused as elevation that is off until an admin turns it on", () => {
    const decision = judge(["sudo", "ls"], { policy: policyOf() });
    expect(codesOf(decision)).toEqual(["elevation_off"]);
  });
});
