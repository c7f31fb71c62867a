import { existsSync } from "node:fs";
import type { BuildOptions } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A thread runs from a bundle: a built worker has it beside itself; from source it is built into the run directory. */
export function threadFile(runDirectory: string): () => Promise<string> {
  let made: Promise<string> | null = null;
  return () => {
    made ??= bundled(runDirectory);
    return made;
  };
}

async function bundled(runDirectory: string): Promise<string> {
  const built = fileURLToPath(new URL("./file-thread.mjs", import.meta.url));
  if (existsSync(built)) return built;
  const source = fileURLToPath(new URL("./file-thread.ts", import.meta.url));
  if (!existsSync(source))
    throw new Error("file-thread.mjs is missing beside the worker's bundle: run npm run build");
  const bundler: string = "esbuild"; // not named in the import, so that it stays out of the worker's own bundle
  const { build } = (await import(bundler)) as { build: (options: BuildOptions) => Promise<unknown> };
  const outfile = join(runDirectory, `file-thread-${process.pid}.mjs`);
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
