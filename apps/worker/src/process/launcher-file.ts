import { existsSync } from "node:fs";
import type { BuildOptions } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The launcher runs as a bundle: loaders that read TypeScript would triple its memory. A built worker has it beside
 * itself; from source it is built into the run directory.
 */
export async function launcherFile(runDirectory: string): Promise<string> {
  const built = fileURLToPath(new URL("./launcher.mjs", import.meta.url));
  if (existsSync(built)) return built;
  const source = fileURLToPath(new URL("./launcher.ts", import.meta.url));
  if (!existsSync(source))
    throw new Error("launcher.mjs is missing beside the worker's bundle: run npm run build");
  const bundler: string = "esbuild"; // not named in the import, so that it stays out of the worker's own bundle
  const { build } = (await import(bundler)) as { build: (options: BuildOptions) => Promise<unknown> };
  const outfile = join(runDirectory, `launcher-${process.pid}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
  });
  return outfile;
}
