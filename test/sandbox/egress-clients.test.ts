import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSandbox, pin, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

/** Clients that people use, as they are, against servers of this test that the call's policy exempts; and nothing else. */
let sandbox: TestSandbox;
let site: string;
let plain: Server;
let secure: Server;
let elsewhere: Server;
let hidden = 0;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
/** a loopback address that no client takes for its own machine by its spelling, and so asks the proxy for */
const host = "127.0.0.2";
const address = (server: Server): string => `${host}:${portOf(server)}`;

const files: RequestListener = (request, response) => {
  const url = new URL(request.url ?? "/", "http://x");
  if (url.pathname === "/away") {
    response.writeHead(302, { location: `http://${address(elsewhere)}/` }).end();
    return;
  }
  try {
    response.end(readFileSync(join(site, decodeURIComponent(url.pathname))));
  } catch (_absent) {
    try {
      const page = readFileSync(join(site, url.pathname, "index.html"));
      response.writeHead(200, { "content-type": "text/html" }).end(page);
    } catch (_neither) {
      response.writeHead(404).end();
    }
  }
};
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, host, () => resolve()));

beforeAll(async () => {
  sandbox = await openSandbox();
  site = join(sandbox.root, "site");
  mkdirSync(site);
  const tool = (file: string, args: string[], cwd = site): void =>
    void execFileSync(file, args, {
      cwd,
      stdio: "pipe",
      env: { PATH: process.env.PATH, HOME: sandbox.root },
    });
  tool("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=local"],
    ...["-addext", `subjectAltName=IP:${host}`, "-keyout", "../key.pem", "-out", "../cert.pem"],
  ]);
  plain = createServer(files);
  elsewhere = createServer((_request, response) => {
    hidden += 1;
    response.end("HIDDEN");
  });
  secure = createTlsServer(
    { key: readFileSync(join(sandbox.root, "key.pem")), cert: readFileSync(join(sandbox.root, "cert.pem")) },
    files,
  );
  await Promise.all([plain, secure, elsewhere].map(listen));
  writeFileSync(join(sandbox.workspace, "cert.pem"), readFileSync(join(sandbox.root, "cert.pem")));
  const work = join(sandbox.root, "repository");
  mkdirSync(work);
  const as = ["-c", "user.name=t", "-c", "user.email=t@example.test"];
  tool("git", ["init", "-q", "-b", "main", "."], work);
  writeFileSync(join(work, "README"), "cloned\n");
  tool("git", ["add", "."], work);
  tool("git", [...as, "commit", "-qm", "first"], work);
  tool("git", ["clone", "-q", "--bare", work, join(site, "repository.git")]);
  tool("git", ["update-server-info"], join(site, "repository.git"));
  pythonIndex();
  nodeRegistry();
  debianRepository();
});
afterAll(async () => {
  for (const server of [plain, secure, elsewhere]) server.close();
  await sandbox.close();
  removeScratch();
});

function pythonIndex(): void {
  const wheel = join(site, "wheels");
  mkdirSync(join(site, "simple/gh-sample"), { recursive: true });
  mkdirSync(wheel);
  const name = "gh_sample-1.0-py3-none-any.whl";
  const make = [
    "import sys, zipfile",
    "z = zipfile.ZipFile(sys.argv[1], 'w')",
    "z.writestr('gh_sample.py', 'x = 1\\n')",
    "z.writestr('gh_sample-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: gh-sample\\nVersion: 1.0\\n')",
    "z.writestr('gh_sample-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: t\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')",
    "z.writestr('gh_sample-1.0.dist-info/RECORD', '')",
  ];
  execFileSync("/usr/bin/python3", ["-c", make.join("\n"), join(wheel, name)]);
  writeFileSync(join(site, "simple/gh-sample/index.html"), `<a href="/wheels/${name}">${name}</a>`);
}

function nodeRegistry(): void {
  const place = join(sandbox.root, "package");
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), '{"name":"gh-sample","version":"1.0.0"}');
  execFileSync("tar", ["-czf", join(site, "gh-sample-1.0.0.tgz"), "-C", sandbox.root, "package"]);
  const tarball = readFileSync(join(site, "gh-sample-1.0.0.tgz"));
  const dist = {
    tarball: `http://${address(plain)}/gh-sample-1.0.0.tgz`,
    shasum: createHash("sha1").update(tarball).digest("hex"),
  };
  const version = { name: "gh-sample", version: "1.0.0", dist };
  const document = { name: "gh-sample", "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } };
  writeFileSync(join(site, "gh-sample"), JSON.stringify(document));
}

function debianRepository(): void {
  const place = join(site, "debian");
  mkdirSync(place);
  writeFileSync(
    join(place, "Packages"),
    "Package: gh-sample\nVersion: 1.0\nArchitecture: all\nFilename: x.deb\nSize: 1\n\n",
  );
  writeFileSync(join(place, "Packages.gz"), gzipSync(readFileSync(join(place, "Packages"))));
}

/** Node with its npm, wherever this machine has them. */
const nodePrefix = dirname(dirname(realpathSync(process.execPath)));

const run = (script: string, exempt: Server[], hosts: "public" | string[] = "public") =>
  sandbox.run(["bash", "-c", script], {
    profile: {
      network: { kind: "egress", hosts, exempt: exempt.map(address) },
      mounts: [{ source: pin(nodePrefix), target: "/opt/node", access: "read" }],
    },
  });

describe("through the filtering proxy", () => {
  it("git clones over http and https, and both are on record", async () => {
    for (const [server, scheme, name] of [
      [plain, "http", "one"],
      [secure, "https", "two"],
    ] as const) {
      const script = `git -c http.sslCAInfo=cert.pem clone -q ${scheme}://${address(server)}/repository.git ${name} && cat ${name}/README`;
      const { stdout, stderr, facts } = await run(script, [server]);
      expect(`${stdout}${stderr}`).toBe("cloned\n");
      expect(facts.connections?.length).toBeGreaterThan(0);
      for (const one of facts.connections ?? [])
        expect(one).toMatchObject({ host, port: portOf(server), refused: null });
    }
  });

  it("curl, pip and npm fetch what their servers have", async () => {
    const curl = await run(`curl -sS --cacert cert.pem https://${address(secure)}/repository.git/HEAD`, [
      secure,
    ]);
    expect(curl.stdout).toBe("ref: refs/heads/main\n");
    const pip = await run(
      `/usr/bin/python3 -m pip download -q --no-cache-dir --disable-pip-version-check --trusted-host ${host} -i http://${address(plain)}/simple -d wheels gh-sample && ls wheels`,
      [plain],
    );
    expect(pip.stdout + pip.stderr).toContain("gh_sample-1.0-py3-none-any.whl");
    const npm = await run(
      `mkdir -p n && cd n && echo '{"name":"n","version":"1.0.0"}' > package.json && /opt/node/bin/node /opt/node/lib/node_modules/npm/bin/npm-cli.js install --no-audit --no-fund --loglevel=error --registry http://${address(plain)}/ gh-sample && cat node_modules/gh-sample/package.json`,
      [plain],
    );
    expect(npm.stdout).toContain('"name":"gh-sample"');
  });

  it("apt-get updates from a repository of its own", async () => {
    const script = [
      "mkdir -p a/lists/partial a/cache/archives/partial a/parts",
      `echo "deb [trusted=yes] http://${address(plain)}/debian ./" > a/sources.list`,
      'apt-get -o Dir::Etc::sourcelist="$PWD/a/sources.list" -o Dir::Etc::sourceparts="$PWD/a/parts" -o Dir::State::lists="$PWD/a/lists" -o Dir::Cache="$PWD/a/cache" -o APT::Sandbox::User= -o Debug::NoLocking=1 update -qq 2>&1; ls a/lists | grep Packages',
    ].join("; ");
    const { stdout } = await run(script, [plain]);
    expect(stdout).toContain("debian_._Packages");
  });
});

describe("the same clients", () => {
  it("reach no address of the host that policy does not exempt, nor by a redirect or a name", async () => {
    hidden = 0;
    const { stdout, facts } = await run(
      [
        `curl -sL -m 5 http://${address(plain)}/away`,
        `git ls-remote http://${address(elsewhere)}/repository.git 2>/dev/null`,
        `curl -s -m 5 --noproxy '' http://localhost:${portOf(elsewhere)}/`,
        `/usr/bin/python3 -m pip download -q --retries 0 --disable-pip-version-check --trusted-host ${host} -i http://${address(elsewhere)}/simple -d w x 2>/dev/null`,
        "curl -s -m 5 http://169.254.169.254/latest/meta-data/",
        "curl -s -m 5 http://10.0.0.1/ ; curl -s -m 5 http://192.168.1.1/ ; curl -s -m 5 'http://[fd00::1]/'",
      ].join("\n"),
      [plain],
    );
    expect(hidden).toBe(0);
    expect(stdout).not.toMatch(/HIDDEN|meta-data/);
    const refused = (facts.connections ?? []).filter((one) => one.refused !== null);
    expect(new Set(refused.map((one) => one.host))).toEqual(
      new Set([host, "localhost", "169.254.169.254", "10.0.0.1", "192.168.1.1", "fd00::1"]),
    );
    expect((facts.connections ?? []).filter((one) => one.refused === null)).toHaveLength(1);
  });
});
