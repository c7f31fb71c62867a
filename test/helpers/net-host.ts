import { spawnSync } from "node:child_process";
import { connect, createServer, type Server } from "node:net";

/**
 * A network namespace of its own for one worker, joined to this machine by one cable. Root only. What the worker reaches
 * are two ports at this end of the cable, which lead to Postgres and Redis.
 */
export type NetHost = {
  /** what the worker's command line begins with */
  prefix: string[];
  /** an address of this machine as it is reached from inside */
  inside(url: string): string;
  /** lays the cable to the namespace of this process and opens the ports; the worker begins when they are there */
  join(pid: number): Promise<void>;
  cut(): void;
  heal(): void;
  remove(): void;
};

const account = "65534";

function must(...argv: string[]): void {
  const [command = "", ...args] = argv;
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${argv.join(" ")}: ${error?.message ?? stderr}`);
}

export function netHost(index: number): NetHost {
  const link = `ghn${index}`;
  const near = `10.78.${index}.1`;
  const far = `10.78.${index}.2`;
  const wanted: URL[] = [];
  const servers: Server[] = [];
  const waitsFor = (condition: string): string => `until ${condition}; do sleep 0.02; done`;
  const script = [
    waitsFor("ip link show eth0 >/dev/null 2>&1"),
    `ip link set lo up; ip addr add ${far}/24 dev eth0; ip link set eth0 up`,
    waitsFor(`(exec 3<>/dev/tcp/${near}/1) 2>&1 | grep -q refused`),
    'exec "$@"',
  ].join("; ");
  const open = async (real: URL): Promise<void> => {
    const server = createServer((one) => {
      const other = connect(Number(real.port), real.hostname);
      for (const socket of [one, other]) socket.on("error", () => undefined);
      one.on("close", () => other.destroy());
      other.on("close", () => one.destroy());
      one.pipe(other).pipe(one);
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(Number(real.port), near, resolve);
    });
  };
  return {
    prefix: [
      ...["unshare", "--net", "bash", "-c", script, "host"],
      ...["setpriv", "--reuid", account, "--regid", account, "--clear-groups"],
    ],
    inside(url) {
      wanted.push(new URL(url));
      const reached = new URL(url);
      reached.hostname = near;
      return reached.href;
    },
    async join(pid) {
      spawnSync("ip", ["link", "del", link]);
      // Until the process has its namespace, its pid still names ours, which has an eth0 or gets none.
      must("sh", "-c", waitsFor(`[ "$(readlink /proc/${pid}/ns/net)" != "$(readlink /proc/self/ns/net)" ]`));
      must("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", String(pid));
      must("ip", "addr", "add", `${near}/24`, "dev", link);
      for (const real of wanted) await open(real);
      must("ip", "link", "set", link, "up");
    },
    cut: () => must("ip", "link", "set", link, "down"),
    heal: () => must("ip", "link", "set", link, "up"),
    remove() {
      for (const server of servers) server.close();
      spawnSync("ip", ["link", "del", link]);
    },
  };
}
