import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { HostCheck } from "../sandbox/host-report.ts";

const neededBytes = 1024 ** 3;
const neededFiles = 10_000;

export function checkDisk(directory: string): HostCheck {
  let place = directory;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize, ffree, files } = statfsSync(place);
  const free = bavail * bsize;
  const enough = free >= neededBytes && (files === 0 || ffree >= neededFiles);
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free below ${place}`;
  return enough
    ? { name: "disk", ok: true, detail }
    : { name: "disk", ok: false, detail, fix: `make room: du -xsh ${directory}/* | sort -h` };
}

/** Browsers keep a secure cookie for https, and for http on this machine only. */
export async function checkPublicUrl(url: string | null): Promise<HostCheck[]> {
  const name = "public address";
  if (url === null) return [{ name, ok: false, detail: "not known", fix: "set PUBLIC_URL, then npm start" }];
  if (!URL.canParse(url))
    return [{ name, ok: false, detail: `"${url}" is not an address`, fix: "correct PUBLIC_URL" }];
  const { protocol, hostname } = new URL(url);
  const local = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  if (protocol !== "https:" && !local) {
    const fix = "put a TLS proxy before it and set PUBLIC_URL=https://…";
    return [{ name, ok: false, detail: `${url} is not encrypted`, fix }];
  }
  try {
    const response = await fetch(new URL("/healthz", url), {
      redirect: "manual",
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    const ok = response.status === 200;
    return [
      {
        name,
        ok,
        detail: `${url} answers ${response.status}`,
        ...(ok ? {} : { fix: "see the web server's log" }),
      },
    ];
  } catch (cause) {
    const reason =
      cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    return [{ name, ok: false, detail: `${url} does not answer: ${reason}`, fix: "npm start" }];
  }
}
