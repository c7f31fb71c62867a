export type Cover = { source: string; target: string };

/** Read-only binds that cover every denied program. */
export function coversFor(
  _runDirectory: string,
  names: readonly string[],
  _system: readonly { source: string; target: string }[],
): Cover[] {
  if (names.length === 0) return [];
  throw new Error("this host cannot cover denied programs");
}
