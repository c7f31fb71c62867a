import grammar from "../corpus/scripts/grammar.json";

/**
 * Puts hostile scripts together from a corpus of parts: forms of a name, ways to run it, words that carry a command,
 * places where a word may stand, constructs around it. Seeded: the same seed always gives the same scripts.
 */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

const put = (template: string, text: string): string => template.split("@@").join(text);

function command(random: Random): string {
  return put(pick(random, grammar.commands), pick(random, grammar.names));
}

/** One script that would run `curl` in one way or another, or only seem to. */
export function hostileScript(random: Random): string {
  let script: string;
  if (random() < 0.5) {
    script = command(random);
    if (random() < 0.3)
      script = put(pick(random, grammar.positions), put(pick(random, grammar.words), script));
  } else {
    let word = put(pick(random, grammar.words), random() < 0.7 ? "curl x" : command(random));
    if (random() < 0.4) word = put(pick(random, grammar.words), put(pick(random, grammar.positions), word));
    script = `q=abc; ${put(pick(random, grammar.positions), word)}`;
  }
  for (let round = 0; round < 2; round += 1)
    if (random() < 0.6) script = put(pick(random, grammar.wraps), script);
  return script;
}

const pieces = [
  "\\\n",
  "'",
  '"',
  "\\",
  "$",
  "`",
  "(",
  ")",
  "{",
  "}",
  ";",
  "\n",
  " ",
  "\t",
  "#",
  "&",
  "|",
  "<",
  ">",
  "$(",
  "${",
  "<<E\n",
  "\nE\n",
  "''",
  '""',
  "$'",
  '$"',
  "[",
  "]",
  "=",
  "!",
  "*",
  "~",
  "@",
  "%",
  "curl",
  "curl x",
  "-c",
  "é",
  "\r",
];

/** A script with some of its text put in, taken out, doubled or moved. */
export function mutated(random: Random, script: string): string {
  let text = script;
  const rounds = 1 + Math.floor(random() * 3);
  for (let round = 0; round < rounds; round += 1) {
    const at = Math.floor(random() * (text.length + 1));
    const length = Math.floor(random() * 4);
    const choice = random();
    if (choice < 0.5) text = text.slice(0, at) + pick(random, pieces) + text.slice(at);
    else if (choice < 0.75) text = text.slice(0, at) + text.slice(at + length);
    else text = text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
  }
  return text;
}
