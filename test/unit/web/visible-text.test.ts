import { describe, expect, it } from "vitest";
import { hasHidden, visibleParts } from "../../../apps/web/src/features/argv/visible-text.ts";

const labels = (text: string) =>
  visibleParts(text).map((part) => ("label" in part ? `<${part.label}>` : "text" in part ? part.text : "\n"));

describe("visibleParts", () => {
  it("shows spaces and line ends as parts of their own", () => {
    expect(visibleParts("a  b\nc")).toEqual([
      { kind: "text", text: "a" },
      { kind: "space", text: "  " },
      { kind: "text", text: "b" },
      { kind: "newline" },
      { kind: "text", text: "c" },
    ]);
  });

  it("names control, zero-width and direction characters", () => {
    expect(labels("\0\t\r\u001b[31m\u200b\u202e\u2066\ufeff\u00a0\u3164")).toEqual([
      "<NUL>",
      "<TAB>",
      "<CR>",
      "<ESC>",
      "[31m",
      "<ZWSP>",
      "<RLO>",
      "<LRI>",
      "<BOM>",
      "<NBSP>",
      "<U+3164>",
    ]);
  });

  it("names bytes that are no text by their value", () => {
    expect(labels("a\udcff\udc80\udc1b")).toEqual(["a", "<\\xFF>", "<\\x80>", "<ESC>"]);
  });

  it("leaves letters of every script and emoji alone", () => {
    expect(labels("naïve 日本 עברית 🎉")).toEqual(["naïve", " ", "日本", " ", "עברית", " ", "🎉"]);
  });

  it("keeps spaces and tabs where asked to", () => {
    expect(visibleParts("a\tb  c", { keepBlanks: true })).toEqual([{ kind: "text", text: "a\tb  c" }]);
  });

  it("counts a token that repeats instead of repeating it", () => {
    expect(labels("\0\0\0a\0\u200b\u200b")).toEqual(["<NUL×3>", "a", "<NUL>", "<ZWSP×2>"]);
  });

  it("tells whether anything hidden is inside", () => {
    expect(hasHidden("plain text\n\twith tabs")).toBe(false);
    expect(hasHidden("a\u2060b")).toBe(true);
  });
});
