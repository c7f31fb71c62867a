/** One line for each option with its values, as a person would lay a long command out. */
export function groupArgs(args: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const arg of args) {
    const last = groups.at(-1);
    if (arg.startsWith("--") || !last) groups.push([arg]);
    else last.push(arg);
  }
  return groups;
}
