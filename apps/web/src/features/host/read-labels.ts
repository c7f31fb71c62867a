/** Labels as a person writes them: separated by commas or blanks, each once. */
export function readLabels(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((label) => label !== ""))];
}
