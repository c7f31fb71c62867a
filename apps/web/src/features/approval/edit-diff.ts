import type { EditFileInput } from "@gatehouse/core/tool-call/file-input";

function signed(sign: "+" | "-", text: string): string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign}${line}`);
}

/** What a change of a file asks for, as the lines of a diff; null where no text is written. */
export function editDiff(input: EditFileInput): string | null {
  if (input.mode === "write")
    return input.encoding === "base64" ? null : signed("+", input.content).join("\n");
  if (input.mode !== "patch") return null;
  return input.targets
    .flatMap((target) =>
      "row" in target
        ? [`@@ before line ${target.row} @@`, ...signed("+", target.insert_string)]
        : [`@@ in place of @@`, ...signed("-", target.old_string), ...signed("+", target.new_string)],
    )
    .join("\n");
}
