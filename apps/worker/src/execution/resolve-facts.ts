/**
 * What the host knows of the paths a call names: links followed one component at a time as the command would follow them,
 * in the sandbox's own view, and what exists. A link's text is read as the sandbox means it, so an absolute one that was
 * made inside leads to where it leads inside. Proof: test/integration/recheck.test.ts.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { agentHome, agentWorkspace, type Facts } from "@gatehouse/core/path/facts";
import { absolute, realPath } from "@gatehouse/core/path/resolve";
import { homeLinks } from "@gatehouse/core/path/recorded-facts";
import { agentKeep, isOwnPlace, type SandboxView, toHost } from "./sandbox-view.ts";

/** The system's own bound; a path with more links leads nowhere. */
const maxLinks = 40;
/** Of all paths of one call together; what takes more is not decided on half of the facts. */
const maxComponents = 1_000_000;

export function resolveFacts(paths: readonly string[], view: SandboxView): Facts {
  const links: Record<string, string> = { ...homeLinks };
  const existing = new Set<string>([agentHome, agentWorkspace, agentKeep]);
  const facts: Facts = { kind: "resolved", home: agentHome, workspace: agentWorkspace, links, existing: [] };
  const walk: Walk = { links, plain: new Set(), view, left: maxComponents };
  for (const path of paths) {
    follow(absoluteStart(path, facts), walk);
    const lexical = absolute(path, facts);
    const kept = realPath(path, facts, true);
    const real = realPath(path, facts);
    if (exists(kept, view)) existing.add(lexical).add(kept);
    if (exists(real, view)) existing.add(real);
  }
  return { ...facts, existing: [...existing] };
}

function absoluteStart(path: string, facts: Facts): string {
  if (path === "~" || path.startsWith("~/")) return `${facts.home}${path.slice(1)}`;
  return path.startsWith("/") ? path : `${facts.workspace}/${path}`;
}

type Walk = { links: Record<string, string>; plain: Set<string>; view: SandboxView; left: number };

/** Walks a path and notes every link on the way, and on the way of what they lead to. */
function follow(path: string, walk: Walk): void {
  const pending = path.split("/").reverse();
  let current = "";
  let followed = 0;
  while (pending.length > 0) {
    walk.left -= 1;
    if (walk.left < 0) throw new Error("the paths of the call lead over too many links to be followed");
    const segment = pending.pop();
    if (segment === undefined || segment === "" || segment === ".") continue;
    if (segment === "..") {
      current = current.slice(0, Math.max(0, current.lastIndexOf("/")));
      continue;
    }
    const next = `${current}/${segment}`;
    const target = linkOf(next, walk);
    if (target === null || followed >= maxLinks) {
      current = next;
      continue;
    }
    followed += 1;
    pending.push(...target.split("/").reverse());
    if (target.startsWith("/")) current = "";
  }
}

function linkOf(path: string, { links, plain, view }: Walk): string | null {
  if (plain.has(path)) return null;
  const known = Object.hasOwn(links, path) ? links[path] : undefined;
  const target = known ?? linkAt(path, view);
  if (target === null) plain.add(path);
  else links[path] = target;
  return target;
}

function linkAt(path: string, view: SandboxView): string | null {
  const host = toHost(path, view);
  if (host === null) return null;
  try {
    return lstatSync(host).isSymbolicLink() ? readlinkSync(host) : null;
  } catch (cause) {
    if (isAbsence(cause)) return null;
    throw cause;
  }
}

/** Where this worker may not look, or the sandbox has a place of its own, something is taken to be there. */
function exists(path: string, view: SandboxView): boolean {
  const host = toHost(path, view);
  if (host === null) return isOwnPlace(path);
  try {
    lstatSync(host);
    return true;
  } catch (cause) {
    if (!isAbsence(cause)) throw cause;
    return (cause as NodeJS.ErrnoException).code === "EACCES";
  }
}

function isAbsence(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  return ["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP", "ERR_INVALID_ARG_VALUE"].includes(code);
}
