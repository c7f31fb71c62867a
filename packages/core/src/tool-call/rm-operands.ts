/** An `rm` argv read as rm reads it: flags anywhere until `--`, after which everything is a name. */
export type RmCall = { operands: string[]; flags: string[]; recursive: boolean; force: boolean };

export function rmOperands(argv: readonly string[]): RmCall {
  const operands: string[] = [];
  const flags: string[] = [];
  let options = true;
  for (const word of argv.slice(1)) {
    if (options && word === "--") options = false;
    else if (options && word.startsWith("-") && word !== "-") flags.push(word);
    else operands.push(word);
  }
  const short = flags.filter((flag) => !flag.startsWith("--")).join("");
  return {
    operands,
    flags,
    recursive: /[rR]/.test(short) || flags.some((flag) => flag.length > 3 && "--recursive".startsWith(flag)),
    force: short.includes("f") || flags.some((flag) => flag.length > 3 && "--force".startsWith(flag)),
  };
}
