import { describe, expect, it } from "vitest";
import { editDiff } from "../../../apps/web/src/features/approval/edit-diff.ts";
import { diffLines } from "../../../apps/web/src/features/files/diff-lines.ts";

describe("the lines of a diff", () => {
  it("leave out the names of the two files at its head, and no line of a file that looks like them", () => {
    const diff =
      "--- a.sql\n+++ a.sql\n@@ -1,2 +1,2 @@\n--- drop it\n+++ f()\n same\n\\ No newline at end of file\n";
    expect(diffLines(diff)).toEqual(["@@ -1,2 +1,2 @@", "--- drop it", "+++ f()", " same"]);
  });

  it("hold every line that a write or a patch would bring into a file", () => {
    const content = "-- one\n++ __import__('os').system('x')\n\\ two\n";
    const write = editDiff({ mode: "write", path: "a.py", content });
    expect(diffLines(write ?? "")).toEqual(["+-- one", "+++ __import__('os').system('x')", "+\\ two"]);
    const targets = [{ old_string: "-- a", new_string: "++ b" }];
    const patch = editDiff({ mode: "patch", path: "a.py", targets });
    expect(diffLines(patch ?? "")).toEqual(["@@ in place of @@", "--- a", "+++ b"]);
  });
});
