/** Paths as text: absolute, normalised, compared by segment and never by string prefix. No disk. */

/** Absolute, with no empty segment and none that begins with a dot. */
const isNormal = /^(?:\/[^./][^/]*)+$/;

/** Collapses `//`, `.` and `..`; `..` above the root stays at the root, as the kernel has it. */
export function normalise(path: string): string {
  if (isNormal.test(path)) return path;
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join("/")}`;
}

/** True when `path` is `parent` or lies below it. Both normalised. */
export function isWithin(path: string, parent: string): boolean {
  if (parent === "/") return path.startsWith("/");
  return path === parent || path.startsWith(`${parent}/`);
}

export function dirname(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut <= 0 ? "/" : path.slice(0, cut);
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An entry of a list: absolute, or `~` and `~/…` below home; null for anything else. */
export function entryPath(entry: string, home: string): string | null {
  if (entry === "~") return home;
  if (entry.startsWith("~/")) return normalise(`${home}/${entry.slice(2)}`);
  return entry.startsWith("/") ? normalise(entry) : null;
}
