const reserved = new Set(["api", "login", "setup", "invitation", "link", "_next"]);

/** An org's name as it stands in addresses. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  if (slug === "" || reserved.has(slug)) return `org-${slug === "" ? "1" : slug.replaceAll("_", "")}`;
  return slug;
}
