#!/usr/bin/env node
// `node bin/sandbox.mjs [--network] [--deny NAMES] [--write-path P]… [--workspace DIR] [--memory MB] [--timeout S]
// [--unguarded] -- ARGV…`: runs argv as a worker would. Works for any account that can read this folder. The command
// line itself is TypeScript; it runs from a bundle that is rebuilt when a source file changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { userDirectory } from "./lib/user-directory.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const manifestName = "bundle.json";

/**
 * The bundle in a directory, or undefined. The manifest names it and the files it was made from, with size and time of
 * change: one stat each tells whether it is still true.
 */
function freshBundle(directory) {
  try {
    const { bundle, inputs } = JSON.parse(readFileSync(path.join(directory, manifestName), "utf8"));
    const same = inputs.every(([file, size, mtimeMs]) => {
      const found = statSync(path.join(root, file));
      return found.size === size && found.mtimeMs === mtimeMs;
    });
    return same && existsSync(path.join(directory, bundle)) ? path.join(directory, bundle) : undefined;
  } catch {
    return undefined;
  }
}

/** Written aside and put in place by renames: another call may be reading, or building the same. */
async function bundleInto(directory, name, source) {
  const { build } = await import("esbuild");
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    metafile: true,
    logLevel: "silent",
    banner: {
      js: 'import { createRequire as madeRequire } from "node:module"; const require = madeRequire(import.meta.url);',
    },
  });
  const text = outputFiles[0].contents;
  const bundle = `${name}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`;
  const inputs = ["bin/sandbox.mjs", ...Object.keys(metafile.inputs)].map((file) => {
    const { size, mtimeMs } = statSync(path.join(root, file));
    return [file, size, mtimeMs];
  });
  mkdirSync(directory, { recursive: true });
  putInPlace(path.join(directory, bundle), text);
  putInPlace(path.join(directory, manifestName), JSON.stringify({ bundle, inputs }));
  return path.join(directory, bundle);
}

function putInPlace(file, content) {
  writeFileSync(`${file}.${process.pid}`, content, { mode: 0o644 });
  renameSync(`${file}.${process.pid}`, file);
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
  for (const directory of directories) {
    const fresh = freshBundle(directory);
    if (fresh !== undefined) return fresh;
  }
  let failure;
  for (const directory of directories) {
    try {
      return await bundleInto(directory, name, source);
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
