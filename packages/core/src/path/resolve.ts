import type { Facts } from "./facts.ts";
import { normalise } from "./lexical.ts";

const maxLinks = 40;

function linkOf(facts: Facts, path: string): string | undefined {
  return Object.hasOwn(facts.links, path) ? facts.links[path] : undefined;
}

/** The absolute text of a path as a command run in the workspace would mean it; links not followed. */
export function absolute(path: string, facts: Facts): string {
  if (path === "~") return facts.home;
  if (path.startsWith("~/")) return normalise(`${facts.home}/${path.slice(2)}`);
  return normalise(path.startsWith("/") ? path : `${facts.workspace}/${path}`);
}

/**
 * The path after following every known link, component by component, so that `link/..` means the parent of the
 * link's target. `keepLast` leaves a link in the last component alone, as rm does.
 */
export function realPath(path: string, facts: Facts, keepLast = false): string {
  const start = path === "~" || path.startsWith("~/") ? `${facts.home}${path.slice(1)}` : path;
  const pending = (start.startsWith("/") ? start : `${facts.workspace}/${start}`).split("/").reverse();
  let current = "";
  let followed = 0;
  while (pending.length > 0) {
    const segment = pending.pop();
    if (segment === undefined || segment === "" || segment === ".") continue;
    if (segment === "..") {
      current = current.slice(0, Math.max(0, current.lastIndexOf("/")));
      continue;
    }
    const next = `${current}/${segment}`;
    const target =
      keepLast && pending.every((rest) => rest === "" || rest === ".") ? undefined : linkOf(facts, next);
    if (target === undefined || followed >= maxLinks) {
      current = next;
      continue;
    }
    followed += 1;
    pending.push(...target.split("/").reverse());
    if (target.startsWith("/")) current = "";
  }
  return current === "" ? "/" : current;
}
