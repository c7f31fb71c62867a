import { own } from "./own.ts";
import type { Tables, Wrapper } from "./tables.ts";

/** An entry as it is written in `jsons/wrapper.json`: itself, or the words that lead to the entry it is like. */
export type WrittenWrapper =
  | string
  | (Omit<Wrapper, "subcommands"> & { subcommands?: Readonly<Record<string, WrittenWrapper>> });

type Written = Readonly<Record<string, WrittenWrapper>>;

const deepest = 8;

/** The table with every entry written out; throws on one that is like nothing, for it is a mistake in our own data. */
export function wrapperTable(written: Written): Tables["wrapper"] {
  const entries = (table: Written, depth: number): Record<string, Wrapper> =>
    Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, full(entry, depth)]));
  const full = (entry: WrittenWrapper, depth: number): Wrapper => {
    if (depth > deepest) throw new Error("entries of the table of wrappers are like one another");
    if (typeof entry === "string") return full(found(entry, written), depth + 1);
    const { subcommands, ...rest } = entry;
    return subcommands === undefined ? rest : { ...rest, subcommands: entries(subcommands, depth + 1) };
  };
  return entries(written, 0);
}

/** `docker run`: the entry of a program, or of a subcommand of it. */
function found(words: string, written: Written): WrittenWrapper {
  const [name = "", ...subcommands] = words.split(" ");
  let entry = own(written, name);
  for (const subcommand of subcommands)
    entry = typeof entry === "object" ? own(entry.subcommands ?? {}, subcommand) : undefined;
  if (entry === undefined) throw new Error(`no entry of the table of wrappers is called ${words}`);
  return entry;
}
