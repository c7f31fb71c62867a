/** An entry of a table by a name that may be anything, `constructor` too. */
export function own<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined {
  return name !== null && name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
