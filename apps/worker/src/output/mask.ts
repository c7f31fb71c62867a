/** A secret that is printed is shown by its name. What may be the beginning of one is held back until more is known. */
export type Secret = { name: string; value: string };
export type Masker = {
  push(stream: "stdout" | "stderr", bytes: Buffer): Buffer;
  /** what was held back; nothing more comes of that stream */
  end(stream: "stdout" | "stderr"): Buffer;
  text(text: string): string;
};

export function createMasker(secrets: readonly Secret[]): Masker {
  const known = [...secrets]
    .sort((a, b) => b.value.length - a.value.length)
    .map(({ name, value }) => ({ needle: Buffer.from(value, "utf8"), shown: Buffer.from(shownAs(name)) }));
  const held: Record<"stdout" | "stderr", Buffer> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  return {
    push(stream, bytes) {
      if (known.length === 0) return bytes;
      const { done, rest } = replaceAll(Buffer.concat([held[stream], bytes]), known, true);
      const keep = beginningAtEnd(rest, known);
      held[stream] = rest.subarray(rest.length - keep);
      return Buffer.concat([...done, rest.subarray(0, rest.length - keep)]);
    },
    end(stream) {
      const { done, rest } = replaceAll(held[stream], known, false);
      held[stream] = Buffer.alloc(0);
      return Buffer.concat([...done, rest]);
    },
    text: (text) =>
      secrets.reduce((masked, { name, value }) => masked.replaceAll(value, () => shownAs(name)), text),
  };
}

function shownAs(name: string): string {
  return `[secret ${name}]`;
}

type Known = { needle: Buffer; shown: Buffer };

function replaceAll(
  bytes: Buffer,
  known: readonly Known[],
  moreMayCome: boolean,
): { done: Buffer[]; rest: Buffer } {
  const done: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const found = firstOf(rest, known);
    if (found === null) return { done, rest };
    // where a longer secret begins with a shorter one, which of them it is shows only later
    if (moreMayCome && isBeginning(rest.subarray(found.at), known)) return { done, rest };
    done.push(rest.subarray(0, found.at), found.secret.shown);
    rest = rest.subarray(found.at + found.secret.needle.length);
  }
}

function firstOf(bytes: Buffer, known: readonly Known[]): { at: number; secret: Known } | null {
  let first: { at: number; secret: Known } | null = null;
  for (const secret of known) {
    const at = bytes.indexOf(secret.needle);
    if (at >= 0 && (first === null || at < first.at)) first = { at, secret };
  }
  return first;
}

function isBeginning(bytes: Buffer, known: readonly Known[]): boolean {
  return known.some(
    ({ needle }) => needle.length > bytes.length && needle.subarray(0, bytes.length).equals(bytes),
  );
}

function beginningAtEnd(bytes: Buffer, known: readonly Known[]): number {
  let longest = 0;
  for (const { needle } of known)
    for (let length = Math.min(needle.length - 1, bytes.length); length > longest; length -= 1)
      if (bytes.subarray(bytes.length - length).equals(needle.subarray(0, length))) longest = length;
  return longest;
}
