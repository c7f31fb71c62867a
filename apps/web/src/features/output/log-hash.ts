import type { Marked } from "./log-rows.tsx";

/** Rows named by an address: `#L123` or `#L120-L140`, counted from 1 there and from 0 here. */
export function markedOf(hash: string): Marked | null {
  const found = /^#L(\d{1,12})(?:-L?(\d{1,12}))?$/.exec(hash);
  if (found === null) return null;
  const first = Number(found[1]) - 1;
  const last = found[2] === undefined ? first : Number(found[2]) - 1;
  if (first < 0 || last < 0) return null;
  return { from: Math.min(first, last), to: Math.max(first, last) };
}

export function hashOf({ from, to }: Marked): string {
  return from === to ? `#L${from + 1}` : `#L${from + 1}-L${to + 1}`;
}
