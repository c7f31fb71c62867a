export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from);
  const item = items[from];
  if (item === undefined) return [...items];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
