import type { SandboxNetwork } from "./profile.ts";

/**
 * May a networked call reach this host and port by name? Decided before any name is resolved, so that a name nobody
 * allowed never leaves the machine inside a query; pure. Which address is dialled is decided afterwards.
 */
export type EgressTarget = { host: string; port: number };
export type EgressVerdict = { allowed: true; exempt: boolean } | { allowed: false; why: string };

type Egress = Extract<SandboxNetwork, { kind: "egress" }>;

const usualPorts = [80, 443, 8080, 8443];

/** `host:port` or `[v6]:port`; null for anything that two readers could read differently. */
export function readTarget(authority: string): EgressTarget | null {
  const found = /^(?:\[([0-9A-Fa-f:]{2,45})\]|([A-Za-z0-9_.-]{1,253})):(\d{1,5})$/.exec(authority);
  const host = found?.[1] ?? found?.[2]?.toLowerCase().replace(/\.$/, "");
  const port = Number(found?.[3]);
  if (host === undefined || host === "" || port < 1 || port > 65_535) return null;
  return { host, port };
}

export function mayReach(target: EgressTarget, egress: Egress): EgressVerdict {
  const { host, port } = target;
  if (isOddNumeric(host)) return { allowed: false, why: "an address is written as four decimal numbers" };
  const exempt = isListed(target, egress.exempt);
  if (!exempt && !usualPorts.includes(port))
    return { allowed: false, why: `port ${port} is not open to commands` };
  if (!exempt && egress.hosts !== "public" && !isListed(target, egress.hosts)) {
    return { allowed: false, why: "policy does not list this host" };
  }
  return { allowed: true, exempt };
}

export function isListed(target: EgressTarget, hosts: readonly string[]): boolean {
  return hosts.some((entry) => matches(entry, target));
}

/** A number that is no address in the usual form. */
export function isOddNumeric(host: string): boolean {
  return looksNumeric(host) && !/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(host);
}

/** Resolvers read `127.1`, `0x7f000001` and `2130706433` as addresses, too. */
function looksNumeric(host: string): boolean {
  const last = host.split(".").at(-1) ?? "";
  return /^(\d+|0x[0-9a-f]*)$/i.test(last);
}

/** An entry is a host or an address, with a port or without; `*.example.org` is every name below it. */
function matches(entry: string, { host, port }: EgressTarget): boolean {
  const read = readTarget(entry);
  const name = (read?.host ?? entry.replace(/^\[|\]$/g, "")).toLowerCase();
  if (read !== null && read.port !== port) return false;
  return name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name;
}
