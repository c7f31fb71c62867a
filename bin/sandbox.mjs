#!/usr/bin/env node
// `node bin/sandbox.mjs [--network] [--deny NAMES] [--write-path P]… [--workspace DIR] [--memory MB] [--timeout S]
// [--unguarded] -- ARGV…`: runs argv as a worker would. Works for any account that can read this folder. The command
// line itself is TypeScript; it runs from a bundle that is rebuilt when a source file changed.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { userDirectory } from "./lib/user-directory.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const manifest = "inputs.json";

/** Files a bundle was made from, with size and time of change: one stat each tells whether it is still true. */
function isFresh(directory) {
  try {
    const inputs = JSON.parse(readFileSync(path.join(directory, manifest), "utf8"));
    return inputs.every(([file, size, mtimeMs]) => {
      const found = statSync(path.join(root, file));
      return found.size === size && found.mtimeMs === mtimeMs;
    });
  } catch {
    return false;
  }
}

async function bundleInto(directory, source) {
  const { build } = await import("esbuild");
  const fresh = `${directory}.${process.pid}`;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    outdir: fresh,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    metafile: true,
    logLevel: "silent",
    banner: {
      js: 'import { createRequire as madeRequire } from "node:module"; const require = madeRequire(import.meta.url);',
    },
  });
  const inputs = ["bin/sandbox.mjs", ...Object.keys(metafile.inputs)].map((file) => {
    const { size, mtimeMs } = statSync(path.join(root, file));
    return [file, size, mtimeMs];
  });
  writeFileSync(path.join(fresh, manifest), JSON.stringify(inputs));
  rmSync(directory, { recursive: true, force: true });
  try {
    renameSync(fresh, directory);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true }); // another call built it meanwhile
    if (!isFresh(directory)) throw cause;
  }
}

/** Beside the dependencies where that may be written; else in the account's own folder. */
function bundleDirectories(name) {
  const shared = path.join(root, "node_modules/.cache/gatehouse", name);
  const own = path.join(userDirectory(), `bundle${root.replaceAll("/", "-")}`, name);
  return [shared, own];
}

async function findBundle(name) {
  const source = path.join(root, `apps/worker/src/cli/${name}.ts`);
  const built = path.join(root, `dist/worker/${name}.mjs`);
  if (!existsSync(source)) return built;
  const directories = bundleDirectories(name);
  const fresh = directories.find(isFresh);
  if (fresh !== undefined) return path.join(fresh, `${name}.mjs`);
  let failure;
  for (const directory of directories) {
    try {
      mkdirSync(path.dirname(directory), { recursive: true });
      await bundleInto(directory, source);
      return path.join(directory, `${name}.mjs`);
    } catch (cause) {
      failure = cause;
    }
  }
  if (existsSync(built)) return built;
  throw failure;
}

const load = async (name) => import(pathToFileURL(await findBundle(name)).href);

/** `--workspace`, or where we are: read here only to learn whose it is. */
function workspaceOf(args) {
  const at = args.indexOf("--workspace");
  const end = args.indexOf("--");
  return at >= 0 && (end < 0 || at < end) ? (args[at + 1] ?? ".") : ".";
}

async function run() {
  const args = process.argv.slice(2);
  if (process.getuid?.() === 0) {
    const { identityFor, rerunAs } = await import("./lib/as-ordinary.mjs");
    return rerunAs(identityFor(workspaceOf(args)));
  }
  if (process.env.GATEHOUSE_LIFELINE !== undefined) {
    const { followLifeline } = await import("./lib/as-ordinary.mjs");
    followLifeline(await import("node:net"), () => process.exit(137));
  }
  const { main } = await load("sandbox");
  return main({
    args,
    userDirectory: userDirectory(),
    guard: async (options) => (await load("sandbox-guard")).guardRefusal(options, root),
  });
}

try {
  process.exitCode = await run();
} catch (cause) {
  console.error(`sandbox: ${cause instanceof Error ? cause.message : cause}`);
  process.exitCode = 125;
}
process.exit();
