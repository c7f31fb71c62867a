const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;
const longest = 200;

/** The last line that says something, without colours and control characters, out of the end of an output. */
export function lastLineOf(tail: Buffer): string | null {
  const lines = tail
    .toString("utf8")
    .replace(sequence, "")
    .split(/[\r\n]+/);
  const line = lines.map((one) => one.replace(/[\p{Cc}\p{Cf}]/gu, " ").trim()).findLast((one) => one !== "");
  return line === undefined ? null : line.slice(0, longest).toWellFormed();
}
