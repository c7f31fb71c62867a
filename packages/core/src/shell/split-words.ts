/** Splits text into words as `env -S` and most programs with a command option do: blanks, quotes, backslashes. */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let current: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== "") {
      if (char === quote) quote = "";
      else if (char === "\\" && quote === '"' && at + 1 < text.length) {
        at += 1;
        current = (current ?? "") + text.charAt(at);
      } else current = (current ?? "") + char;
      continue;
    }
    if (char === "'" || char === '"') {
      quote = char;
      current ??= "";
    } else if (char === "\\" && at + 1 < text.length) {
      at += 1;
      const next = text.charAt(at);
      if (next === "_") {
        if (current !== null) words.push(current);
        current = null;
      } else if (next === "c") break;
      else current = (current ?? "") + next;
    } else if (/\s/.test(char)) {
      if (current !== null) words.push(current);
      current = null;
    } else current = (current ?? "") + char;
  }
  if (quote !== "") return null;
  if (current !== null) words.push(current);
  return words;
}
