import type { TrashOptions } from "./trash.ts";

export type RmCommand = TrashOptions & { operands: string[] };

const known = { recursive: ["recursive"], force: ["force"], dir: ["dir"], verbose: ["verbose"] } as const;

/** Options as a user of rm expects them: anywhere before `--`, short ones together, long ones also abbreviated. */
export function readRm(argv: readonly string[]): RmCommand {
  const command: RmCommand = {
    recursive: false,
    force: false,
    emptyDirectories: false,
    verbose: false,
    operands: [],
  };
  let options = true;
  for (const word of argv.slice(1)) {
    if (!options || word === "-" || !word.startsWith("-")) command.operands.push(word);
    else if (word === "--") options = false;
    else if (word.startsWith("--")) longOption(word.slice(2), command);
    else for (const letter of word.slice(1)) shortOption(letter, command);
  }
  return command;
}

function shortOption(letter: string, command: RmCommand): void {
  if (letter === "r" || letter === "R") command.recursive = true;
  else if (letter === "f") command.force = true;
  else if (letter === "i") command.force = false;
  else if (letter === "d") command.emptyDirectories = true;
  else if (letter === "v") command.verbose = true;
}

function longOption(text: string, command: RmCommand): void {
  const name = text.split("=")[0] ?? "";
  const fits = (words: readonly string[]): boolean =>
    name !== "" && words.some((word) => word.startsWith(name));
  if (fits(known.recursive)) command.recursive = true;
  else if (fits(known.force)) command.force = true;
  else if (fits(known.dir)) command.emptyDirectories = true;
  else if (fits(known.verbose)) command.verbose = true;
}
