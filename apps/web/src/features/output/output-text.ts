import { type RowIndex, rowAt } from "./row-index.ts";
import { rowText } from "./row-spans.ts";

export const copyLimitBytes = 8 * 1024 * 1024;

/** The whole output as plain text, rows that were cut for display joined again. */
export function outputText(index: RowIndex): string {
  const lines: string[] = [];
  for (let row = 0; row < index.count; row += 1) {
    const read = rowAt(index, row);
    const text = rowText(read);
    if (read.continued && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines.join("\n");
}
