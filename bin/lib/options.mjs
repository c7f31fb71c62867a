// What a person may say about where the product listens and what its address is.
import { hostname } from "node:os";
import { parseArgs } from "node:util";
import { portIsFree } from "./ports.mjs";
import { Blocked } from "./say.mjs";
import { setting } from "./setting.mjs";

const defaultPort = 3000;

export function readOptions() {
  const known = {
    port: { type: "string" },
    host: { type: "string" },
    dev: { type: "boolean", default: false },
    "worker-only": { type: "boolean", default: false },
  };
  const { values } = parseArgs({ options: known });
  if (values.dev && process.getuid?.() === 0) {
    throw new Blocked(
      "development runs out of the checkout, which the accounts that root would use may not read.",
      "npm start",
    );
  }
  const port = values.port ?? process.env.PORT;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) {
    throw new Blocked(`"${port}" is not a port.`);
  }
  return {
    port: port === undefined ? undefined : Number(port),
    host: values.host ?? "127.0.0.1",
    dev: values.dev,
    workerOnly: values["worker-only"],
  };
}

/** A port that was asked for must be free; otherwise the one of last time, 3000, or one of the next. */
export async function webPort({ port, host }, last) {
  if (port !== undefined) {
    if (await portIsFree(port, host)) return port;
    throw new Blocked(`port ${port} on ${host} is in use.`, `npm start -- --port ${port + 1}`);
  }
  const candidates = [last, ...Array.from({ length: 20 }, (_, index) => defaultPort + index)].filter(Boolean);
  for (const candidate of candidates) if (await portIsFree(candidate, host)) return candidate;
  throw new Blocked(
    `ports ${defaultPort} to ${defaultPort + 19} on ${host} are all in use.`,
    "npm start -- --port N",
  );
}

export function publicUrl({ host, port }) {
  const given = setting("PUBLIC_URL");
  if (given) {
    if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
      throw new Blocked(`PUBLIC_URL "${given}" is not an http address.`);
    return given.replace(/\/+$/, "");
  }
  const anywhere = host === "0.0.0.0" || host === "::";
  const name = anywhere
    ? hostname()
    : host === "127.0.0.1"
      ? "localhost"
      : host.includes(":")
        ? `[${host}]`
        : host;
  return `http://${name}:${port}`;
}
