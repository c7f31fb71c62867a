import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";

/** `from` is the caller's import.meta.url; the entry `name`.ts stands beside it. */
type BundledEntry = { from: string; name: string; runDirectory: string };

/**
 * The file of an entry that runs outside the worker's own process or thread, as a bundle: a built worker has it beside
 * itself; from source it is built into the run directory.
 */
export async function bundledEntry({ from, name, runDirectory }: BundledEntry): Promise<string> {
  const built = fileURLToPath(new URL(`./${name}.mjs`, from));
  if (existsSync(built)) return built;
  const source = fileURLToPath(new URL(`./${name}.ts`, from));
  if (!existsSync(source))
    throw new Error(`${name}.mjs is missing beside the worker's bundle: run npm run build`);
  const bundler: string = "esbuild"; // not named in the import, so that it stays out of the worker's own bundle
  const { build } = (await import(bundler)) as { build: (options: BuildOptions) => Promise<unknown> };
  const outfile = join(runDirectory, `${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
  });
  return outfile;
}
