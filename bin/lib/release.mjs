// What runs is a copy of dist/ below the data directory: an account of its own can read it wherever the checkout lies,
// and a build made while it runs changes nothing under it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { readJson } from "./data-directory.mjs";
import { serviceEnvironment } from "./environment.mjs";
import { lastLines, run } from "./run.mjs";
import { Blocked, say } from "./say.mjs";
import { sourcesDigest } from "./sources.mjs";

const keptReleases = 2;

async function buildWhenNeeded(root) {
  const digest = sourcesDigest(root);
  const built = () => readJson(path.join(root, "dist/build.json"))?.digest === digest;
  if (built()) return digest;
  say("building (one to two minutes the first time)");
  const result = await run(process.execPath, [path.join(root, "bin/build.mjs")], { cwd: root });
  if (result.status === 0 && built()) return digest;
  throw new Blocked(`the build failed:\n  ${lastLines(result.output, 25)}`, "npm run build");
}

function removeOlder(releases, current) {
  const others = readdirSync(releases).filter((name) => name !== current);
  const age = (name) => statSync(path.join(releases, name)).mtimeMs;
  for (const name of others.sort((a, b) => age(b) - age(a)).slice(keptReleases - 1)) {
    rmSync(path.join(releases, name), { recursive: true, force: true });
  }
}

/** The directory of the release that belongs to the sources as they are now. */
export async function prepareRelease(root, dataDirectory) {
  const digest = await buildWhenNeeded(root);
  const releases = path.join(dataDirectory, "releases");
  const release = path.join(releases, digest);
  if (!existsSync(release)) {
    const copy = `${release}.new`;
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(releases, { recursive: true });
    cpSync(path.join(root, "dist"), copy, { recursive: true, verbatimSymlinks: true });
    if (process.getuid?.() === 0) {
      spawnSync("chown", ["-R", "0:0", copy]);
      spawnSync("chmod", ["-R", "a+rX,go-w", releases]);
    }
    renameSync(copy, release);
  }
  removeOlder(releases, digest);
  return release;
}

/** The Node that the accounts run: this one, or a copy of it when it lies where they cannot go, as below /root. */
export function nodeFor(identity, dataDirectory) {
  const runs = (file) =>
    spawnSync(file, ["--version"], { ...identity, cwd: "/", env: serviceEnvironment(), stdio: "ignore" })
      .status === 0;
  if (!identity || runs(process.execPath)) return process.execPath;
  const folder = path.join(dataDirectory, "bin");
  const copy = path.join(folder, `node-${process.version}`);
  if (!existsSync(copy)) {
    mkdirSync(folder, { recursive: true });
    cpSync(process.execPath, `${copy}.new`);
    spawnSync("chmod", ["755", folder, `${copy}.new`]);
    renameSync(`${copy}.new`, copy);
  }
  if (!runs(copy)) throw new Blocked(`the account of the worker cannot run ${process.execPath}.`);
  return copy;
}
