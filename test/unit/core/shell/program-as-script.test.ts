import { describe, expect, it } from "vitest";
import { scriptVerdict } from "../../../helpers/guard.ts";

describe("a denied program that is a script itself", () => {
  it.each([
    "bash curl x",
    "sh curl",
    "bash -x curl",
    "bash -- curl",
    "bash /usr/bin/curl x",
    "bash < /usr/bin/curl",
    ". curl",
    "source curl x",
    "source -- curl",
    ". /usr/local/bin/curl",
    "builtin . curl",
    "f() { command source curl; }; f",
    "nice bash curl",
  ])("is not run by a shell that reads it: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each([
    ". ./lib.sh",
    "source venv/bin/activate",
    "bash scripts/curl-test.sh",
    "bash tests/curl",
    "bash < curl",
    "bash build.sh curl",
  ])("has nothing to do with a file of one's own: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});
