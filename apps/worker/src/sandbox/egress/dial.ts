import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { type EgressTarget, mayReach } from "@gatehouse/core/sandbox/egress-target";
import type { SandboxNetwork } from "@gatehouse/core/sandbox/profile";
import { isPublicAddress, isSameAddress } from "@gatehouse/core/sandbox/public-address";

/**
 * Name to connection, in this order: policy on the name, resolve, judge every address, dial one that was judged.
 * The host's own addresses are never public, whatever their number. Proof: test/sandbox/egress.test.ts.
 */
export type Dialled =
  | { ok: true; socket: Socket; address: string }
  | { ok: false; status: number; why: string };

export type Resolve = (host: string) => Promise<readonly string[]>;

const connectMs = 15_000;
const resolveMs = 10_000;

export async function dial(
  target: EgressTarget,
  network: Extract<SandboxNetwork, { kind: "egress" }>,
  resolve: Resolve = resolveName,
): Promise<Dialled> {
  const verdict = mayReach(target, network);
  if (!verdict.allowed) return { ok: false, status: 403, why: verdict.why };
  return dialPublic(target, { exempt: verdict.exempt, resolve });
}

/** Resolves, judges every address, dials one that was judged; whether the name is allowed was asked before. */
export async function dialPublic(
  target: EgressTarget,
  {
    exempt,
    resolve = resolveName,
    hostAddresses = ownAddresses,
  }: { exempt: boolean; resolve?: Resolve | undefined; hostAddresses?: () => readonly string[] },
): Promise<Dialled> {
  let addresses: readonly string[];
  try {
    addresses = isIP(target.host) ? [target.host] : await withDeadline(resolve(target.host));
  } catch (_unresolved) {
    return { ok: false, status: 502, why: "the name does not resolve" };
  }
  const own = hostAddresses();
  const open = exempt
    ? addresses
    : addresses.filter(
        (address) => isPublicAddress(address) && !own.some((mine) => isSameAddress(mine, address)),
      );
  if (open.length === 0) return { ok: false, status: 403, why: "the host has no public address" };
  for (const address of open) {
    const socket = await tryConnect(address, target.port);
    if (socket !== null) return { ok: true, socket, address };
  }
  return { ok: false, status: 502, why: "no connection" };
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []);
}

async function resolveName(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, verbatim: false });
  return found.map(({ address }) => address);
}

async function withDeadline<T>(pending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), resolveMs);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tryConnect(host: string, port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const failed = (): void => {
      socket.destroy();
      resolve(null);
    };
    socket.setTimeout(connectMs, failed);
    socket.once("error", failed);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.removeListener("error", failed);
      resolve(socket);
    });
  });
}
