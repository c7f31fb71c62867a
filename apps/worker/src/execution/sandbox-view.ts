import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import { isWithin, normalise } from "@gatehouse/core/path/lexical";

/** Host directories behind the writable places of one sandbox; the worker alone maps between the two views. */
export type SandboxView = { workspace: string; keep: string };

export const agentKeep = `${agentHome}/keep`;

/** Places a sandbox has of its own: what the host has there says nothing about them. */
const ownPlaces = ["/tmp", "/var/tmp", "/dev", "/proc", "/sys", "/run", "/var/run"];

export function isOwnPlace(path: string): boolean {
  return ownPlaces.some((place) => isWithin(path, place));
}

/** The host's path of what the command sees at `path`, or null where the host has no part in it. */
export function toHost(path: string, view: SandboxView): string | null {
  const clean = normalise(path);
  if (isWithin(clean, agentWorkspace)) return view.workspace + clean.slice(agentWorkspace.length);
  if (isWithin(clean, agentKeep)) return view.keep + clean.slice(agentKeep.length);
  if (isWithin(clean, agentHome) || isOwnPlace(clean)) return null;
  return clean;
}
