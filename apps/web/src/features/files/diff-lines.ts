/**
 * The lines of a diff that are to be read. The names of the two files go only where they stand, at its head: a line of a
 * file may begin with `++ ` or `-- `, and looks like one of them once its sign is before it.
 */
export function diffLines(diff: string): string[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  const headed = lines[0]?.startsWith("--- ") === true && lines[1]?.startsWith("+++ ") === true;
  return lines.slice(headed ? 2 : 0).filter((line) => !line.startsWith("\\ No newline"));
}
