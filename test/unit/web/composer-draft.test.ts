import { describe, expect, it } from "vitest";
import { moveItem } from "../../../apps/web/src/features/argv/move-item.ts";
import {
  draftInput,
  draftOf,
  emptyDraft,
  withArgv,
  withLine,
} from "../../../apps/web/src/features/session/composer-draft.ts";

describe("the draft of a command", () => {
  it("sends what the chips show, and leaves out what is not asked for", () => {
    expect(draftInput(withLine(emptyDraft, "git status"))).toEqual({ argv: ["git", "status"] });
  });

  it("sends a shell line as one visible script", () => {
    expect(draftInput(withLine(emptyDraft, "ls | wc"))).toEqual({ argv: ["bash", "-c", "ls | wc"] });
  });

  it("sends nothing while a quote is open", () => {
    expect(draftInput(withLine(emptyDraft, "echo 'a"))).toBeNull();
  });

  it("empties the line when an argument is edited, so that the two cannot differ", () => {
    const edited = withArgv(withLine(emptyDraft, "echo a"), ["echo", "b"]);
    expect(edited.line).toBe("");
    expect(draftInput(edited)).toEqual({ argv: ["echo", "b"] });
  });

  it("keeps an empty argument", () => {
    expect(draftInput(withArgv(emptyDraft, ["printf", ""]))).toEqual({ argv: ["printf", ""] });
  });

  it("takes a call back into the editor with its options", () => {
    const input = { argv: ["make"], network: true, write_paths: ["/srv/data"] };
    expect(draftInput(draftOf(input))).toEqual(input);
  });
});

describe("moveItem", () => {
  it("moves one item to a place and keeps the others in order", () => {
    expect(moveItem(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
    expect(moveItem(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
    expect(moveItem(["a"], 4, 0)).toEqual(["a"]);
  });
});
