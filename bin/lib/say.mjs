/** What keeps the product from starting, in one sentence, and the line that puts it right. */
export class Blocked extends Error {
  constructor(message, fix) {
    super(message);
    this.fix = fix;
  }
}

const started = Date.now();

/** A line of progress, with the seconds since the start. */
export function say(text) {
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${text}`);
}

export function explain(error) {
  console.error(`\nGatehouse did not start: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof Blocked && error.fix) console.error(`\n  ${error.fix}\n`);
  if (!(error instanceof Blocked) && process.env.DEBUG) console.error(error);
}

/** The same words for the same trouble, wherever a program ran into it. */
export function troubleIn(lines) {
  const text = lines.join("\n");
  if (/No space left on device|ENOSPC|could not extend file/i.test(text)) return "the disk is full";
  if (/EADDRINUSE|Address already in use/i.test(text)) return "its port is in use by another program";
  if (/Cannot allocate memory|ENOMEM|out of memory/i.test(text)) return "there is not enough memory";
  return undefined;
}
