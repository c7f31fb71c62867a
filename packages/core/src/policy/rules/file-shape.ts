import { fileUses } from "../../path/file-paths.ts";
import type { FileRule } from "../file-rule.ts";
import { deny } from "../reason.ts";

/** A path that the kernel would not take exactly as it was checked is refused, and so is text that would be changed. */
export const fileShape: FileRule = ({ call }) => {
  // U+0001 stands for what only a shell knows, and ends what a decision looks at.
  if (fileUses(call).some(({ path }) => /[\0\u0001]/.test(path) || !path.isWellFormed()))
    return [
      deny(
        "file-shape",
        "bad_argument",
        "a path holds a NUL, another character that no path needs, or half of one",
      ),
    ];
  if (call.tool !== "edit_file") return [];
  const { input } = call;
  if (input.mode === "write" && !input.content.isWellFormed())
    return [
      deny("file-shape", "bad_argument", "the content holds half a character", { hint: "send it as base64" }),
    ];
  if (input.mode === "write" && input.encoding === "base64" && !isBase64(input.content))
    return [deny("file-shape", "bad_argument", "the content is not base64")];
  if (input.mode === "patch" && !input.targets.every(wellFormedTarget))
    return [deny("file-shape", "bad_argument", "a target holds half a character")];
  return [];
};

function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const end = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  for (let at = 0; at < text.length - end; at += 1) if (!isBase64Unit(text.charCodeAt(at))) return false;
  return true;
}

function isBase64Unit(unit: number): boolean {
  const isLetter = (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  return isLetter || (unit >= 48 && unit <= 57) || unit === 43 || unit === 47;
}

function wellFormedTarget(target: Readonly<Record<string, unknown>>): boolean {
  return Object.values(target).every((value) => typeof value !== "string" || value.isWellFormed());
}
