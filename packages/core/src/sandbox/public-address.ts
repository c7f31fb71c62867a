/**
 * Which addresses the internet has for everyone; pure. Everything else is some network of the host's, of its provider
 * or of nobody, in either family and in every form that wraps one in the other. Unknown forms are not public.
 */
const notPublic4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // a provider's metadata service on a public number
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** inside 2000::/3, which alone is given out; mapped, translated and link-local forms lie outside it */
const notPublic6: readonly (readonly [string, number])[] = [
  ["2001:0:0:0:0:0:0:0", 23], // Teredo, ORCHID and other special uses
  ["2001:db8:0:0:0:0:0:0", 32],
  ["2002:0:0:0:0:0:0:0", 16], // 6to4 holds an IPv4 address
  ["3fff:0:0:0:0:0:0:0", 20],
  ["2620:4f:8000:0:0:0:0:0", 48],
];

export function isPublicAddress(address: string): boolean {
  const four = bits4(address);
  if (four !== null) return !notPublic4.some(([start, length]) => hasPrefix(four, bits4(start), length));
  const six = bits6(address);
  if (six === null) return false;
  return (
    hasPrefix(six, bits6("2000:0:0:0:0:0:0:0"), 3) &&
    !notPublic6.some(([start, length]) => hasPrefix(six, bits6(start), length))
  );
}

/** Two spellings of one address are one address: `2A00::0:1` is `2a00::1`. */
export function isSameAddress(one: string, other: string): boolean {
  const bits = bits4(one) ?? bits6(one);
  return bits !== null && bits === (bits4(other) ?? bits6(other));
}

function hasPrefix(bits: string, start: string | null, length: number): boolean {
  return start !== null && bits.slice(0, length) === start.slice(0, length);
}

function bits4(address: string): string | null {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return null;
  return parts.map((part) => Number(part).toString(2).padStart(8, "0")).join("");
}

function bits6(address: string): string | null {
  const halves = address.toLowerCase().split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0")).join("");
}
