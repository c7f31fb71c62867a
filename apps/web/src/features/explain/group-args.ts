/** One line for each option with its values, as a person would lay a long command out; what stands after `--` each on its own. */
export function groupArgs(args: readonly string[]): string[][] {
  const groups: string[][] = [];
  let ended = false;
  for (const arg of args) {
    const last = groups.at(-1);
    if (ended || arg.startsWith("--") || !last) groups.push([arg]);
    else last.push(arg);
    ended ||= arg === "--";
  }
  return groups;
}
