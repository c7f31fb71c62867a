type Call = { id: string };
type Page<Item extends Call> = { items: Item[] };
/** The pages (newest page first, newest call last) with this call in its place, or at the end when it is new. */
export function upsertCall<Item extends Call, P extends Page<Item>, Data extends { pages: P[] }>(
  data: Data & { pages: P[] },
  call: Item,
): Data {
  const known = data.pages.some((page) => page.items.some((one) => one.id === call.id));
  const pages = data.pages.map((page, at) => {
    if (!known) return at === 0 ? { ...page, items: [...page.items, call] } : page;
    if (!page.items.some((one) => one.id === call.id)) return page;
    return { ...page, items: page.items.map((one) => (one.id === call.id ? call : one)) };
  });
  return { ...data, pages };
}
