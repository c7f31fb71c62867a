import { expect, test } from "vitest";
import { readGuardOptions, usage } from "../../../../apps/worker/src/cli/guard-options.ts";

test("every option of the guard's command line stands in its usage", () => {
  for (const option of ["--policy", "--policies", "--facts", "--cases", "--help"])
    expect(usage).toContain(option);
});

test.each([["--help"], ["-h"], ["--facts", "f", "--help"]])("%s %s %s asks for the usage", (...args) => {
  expect(readGuardOptions(args.filter((word) => word !== undefined))).toEqual({ help: true });
});

test.each([
  [["--polices", "f"], "--polices"],
  [["--facts"], "--facts"],
  [["cases.jsonl"], "cases.jsonl"],
  [["--cases"], "--policy FILE"],
])("what is wrong with %j is told by its name", (args, name) => {
  const read = readGuardOptions(args);
  expect("problem" in read ? read.problem : "").toContain(name);
});

test("files are optional, and those given are kept", () => {
  expect(readGuardOptions([])).toEqual({ policy: null, policies: null, facts: null, cases: false });
  expect(readGuardOptions(["--policies", "p", "--facts=f"])).toMatchObject({ policies: "p", facts: "f" });
});
