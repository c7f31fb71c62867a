export type Mark = { start: number; end: number };

/** The text cut at the ends of the marks; overlapping marks count once, and an empty one marks the next character. */
export function markPlaces(text: string, marks: readonly Mark[]): { text: string; marked: boolean }[] {
  const spans = marks
    .map(({ start, end }) => ({
      start: Math.max(0, Math.min(start, text.length)),
      end: Math.min(Math.max(end, start + 1), text.length),
    }))
    .filter((span) => span.end > span.start)
    .sort((a, b) => a.start - b.start);
  const pieces: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false });
    pieces.push({ text: text.slice(from, end), marked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false });
  return pieces;
}
