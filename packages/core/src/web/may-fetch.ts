import { isListed, isOddNumeric } from "../sandbox/egress-target.ts";
import { isPublicAddress } from "../sandbox/public-address.ts";
import type { RefusalCode } from "../refusal.ts";
import { readWebUrl, type WebUrl } from "./web-url.ts";

/**
 * May a tool of the worker fetch this address? Asked for the call, and again for every hop of a redirect. What a name
 * resolves to is judged when it is dialled. Source: spec section 5, SSRF guard.
 */
export type WebPolicy = { net_white_list: readonly string[]; network_host: readonly string[] };
export type MayFetch =
  | { ok: true; url: WebUrl /** on net_white_list: any address will do */; exempt: boolean }
  | { ok: false; code: RefusalCode; sentence: string; hint?: string };

export function mayFetch(text: string, policy: WebPolicy): MayFetch {
  const read = readWebUrl(text);
  if (!read.ok) return { ...read, code: "bad_url" };
  const { url } = read;
  if (isOddNumeric(url.host))
    return { ok: false, code: "bad_url", sentence: "an address is written as four decimal numbers" };
  const exempt = isListed(url, policy.net_white_list);
  if (exempt) return { ok: true, url, exempt };
  if (isPrivateName(url.host) || (isLiteral(url.host) && !isPublicAddress(url.host)))
    return {
      ok: false,
      code: "private_address",
      sentence: "this is no public address, and tools fetch from no other",
      hint: "an admin may put the host on net_white_list",
    };
  if (!isWebPort(url.port))
    return {
      ok: false,
      code: "bad_url",
      sentence: `port ${url.port} belongs to another service than the web`,
    };
  if (policy.network_host.length > 0 && !isListed(url, policy.network_host))
    return {
      ok: false,
      code: "host_not_listed",
      sentence: "policy does not list this host",
      hint: "an admin may add it to network_host",
    };
  return { ok: true, url, exempt };
}

function isLiteral(host: string): boolean {
  return host.includes(":") || /^[\d.]+$/.test(host);
}

function isPrivateName(host: string): boolean {
  return host === "localhost" || /\.(localhost|local|internal)$/.test(host);
}

/** Above 1023 anybody may serve pages, but for the ports by which other services have long been known. */
const otherServices = [
  2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
];

function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port > 1023 && !otherServices.includes(port));
}
