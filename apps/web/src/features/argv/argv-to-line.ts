const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A line that a POSIX shell reads back as exactly these arguments. */
export function argvToLine(argv: readonly string[]): string {
  return argv
    .map((word, index) => {
      const assignsInFront = index === 0 && word.includes("=");
      return plain.test(word) && !assignsInFront ? word : `'${word.replaceAll("'", "'\\''")}'`;
    })
    .join(" ");
}
