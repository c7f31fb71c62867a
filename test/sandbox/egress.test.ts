import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEgress } from "../../apps/worker/src/sandbox/egress/proxy.ts";
import { openSandbox, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
let service: Server;
let port: number;
let hits = 0;
beforeAll(async () => {
  sandbox = await openSandbox();
  service = createServer((request, response) => {
    hits += 1;
    response.end(`HIT ${request.headers.host}\n`);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  port = (service.address() as AddressInfo).port;
});
afterAll(async () => {
  service.close();
  await sandbox.close();
  removeScratch();
});

const egress = (exempt: string[] = [], hosts: "public" | string[] = "public") => ({
  network: { kind: "egress" as const, hosts, exempt },
});
const here = (): string => `127.0.0.1:${port}`;

describe("a networked call", () => {
  it("reaches a host that policy exempts, by request and by tunnel, and both are on record", async () => {
    const script = `curl -sS --noproxy '' http://${here()}/a; curl -sS --noproxy '' -p http://${here()}/b`;
    const { stdout, facts } = await sandbox.run(["sh", "-c", script], { profile: { ...egress([here()]) } });
    expect(stdout).toBe(`HIT ${here()}\nHIT ${here()}\n`);
    expect(facts.connections).toHaveLength(2);
    for (const connection of facts.connections ?? []) {
      expect(connection).toMatchObject({ host: "127.0.0.1", port, address: "127.0.0.1", refused: null });
      expect(connection.receivedBytes).toBeGreaterThan(10);
    }
  });

  it("works from its first moment, every time", async () => {
    for (let at = 0; at < 15; at += 1) {
      const { stdout } = await sandbox.run(["curl", "-sS", "--noproxy", "", `http://${here()}/`], {
        profile: egress([here()]),
      });
      expect(stdout).toContain("HIT");
    }
  });

  it("does not reach the host's own services, by any spelling", async () => {
    hits = 0;
    const targets = [
      here(),
      `localhost:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `0x7f.0.0.1:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      "169.254.169.254:80",
      `0.0.0.0:${port}`,
    ];
    const script = targets
      .map(
        (target) =>
          `curl -s -m 3 --noproxy '' -o /dev/null -w '%{http_code} ' http://${target}/; curl -s -m 3 --noproxy '' -p http://${target}/`,
      )
      .join("; ");
    const { facts, stdout } = await sandbox.run(["sh", "-c", script], { profile: egress() });
    expect(hits).toBe(0);
    expect(stdout).not.toContain("200");
    expect((facts.connections ?? []).every(({ refused }) => refused !== null)).toBe(true);
  });

  it("has no way around the proxy", async () => {
    hits = 0;
    const { stdout } = await sandbox.run(
      [
        "sh",
        "-c",
        `curl -s --noproxy '*' -m 2 http://${here()}/; python3 -c "import socket; socket.create_connection(('1.1.1.1', 53), 2)" 2>/dev/null && echo ESCAPE; getent hosts example.org && echo RESOLVED; :`,
      ],
      { profile: egress() },
    );
    expect(stdout).toBe("");
    expect(hits).toBe(0);
  });

  it("leaves no child with the command, and no process at its end", async () => {
    const script = "import os\ntry: os.wait(); print('CHILD')\nexcept ChildProcessError: print('none')";
    expect((await sandbox.run(["python3", "-c", script], { profile: egress() })).stdout).toBe("none\n");
  });

  it("works where the deny list names the bridge, which the command itself still cannot run", async () => {
    const { stdout, stderr } = await sandbox.run(
      ["sh", "-c", `curl -sS --noproxy '' http://${here()}/; socat -V`],
      {
        profile: { ...egress([here()]), deniedCommands: ["socat"] },
      },
    );
    expect(stdout).toContain("HIT");
    expect(stderr).toContain("denied by policy");
  });
});

describe("the proxy", () => {
  async function ask(
    lines: string,
    network: ReturnType<typeof egress>["network"],
    answers: Record<string, string[]>,
  ): Promise<{ said: string; asked: string[] }> {
    const asked: string[] = [];
    const proxy = await openEgress(
      sandbox.runDirectory,
      `t${Math.random().toString(36).slice(2)}`,
      network,
      async (host) => {
        asked.push(host);
        const found = answers[host];
        if (found === undefined) throw new Error("no such name");
        return found;
      },
    );
    const said = await new Promise<string>((resolve) => {
      const socket = connect(proxy.socket);
      let text = "";
      socket.on("data", (bytes) => {
        text += bytes.toString();
      });
      socket.on("close", () => resolve(text));
      socket.setTimeout(2_000, () => socket.destroy());
      socket.write(lines);
    });
    await proxy.close();
    return { said, asked };
  }

  it("asks for no name that policy does not list", async () => {
    const { said, asked } = await ask(
      "CONNECT secret.evil.test:443 HTTP/1.1\r\n\r\n",
      egress([], ["example.org"]).network,
      {},
    );
    expect(said).toContain("403");
    expect(asked).toEqual([]);
  });

  it("refuses a name that leads to the host's networks, whatever else it leads to", async () => {
    const inner = await ask("CONNECT rebind.test:443 HTTP/1.1\r\n\r\n", egress().network, {
      "rebind.test": ["127.0.0.1", "10.0.0.1", "::1"],
    });
    expect(inner.said).toContain("403");
    expect(inner.asked).toEqual(["rebind.test"]);
  });

  it("says the target's own name, whatever the request claims", async () => {
    const lines = `GET http://${here()}/ HTTP/1.1\r\nHost: smuggled.test\r\nConnection: close\r\n\r\n`;
    expect((await ask(lines, egress([here()]).network, {})).said).toContain(`HIT ${here()}`);
  });

  it("reads nothing into a malformed target", async () => {
    for (const target of ["a@127.0.0.1:80", "127.0.0.1", "x\0.example.org:443"]) {
      expect((await ask(`CONNECT ${target} HTTP/1.1\r\n\r\n`, egress().network, {})).said).toContain("400");
    }
  });
});
