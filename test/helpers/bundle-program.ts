import { basename, join } from "node:path";
import { build } from "esbuild";
import { scratchDirectory } from "./scratch.ts";

/** One TypeScript program as a single file that plain Node starts in the time a real worker's parts take. */
export async function bundleProgram(source: string): Promise<string> {
  const directory = scratchDirectory("program");
  const outfile = join(directory, basename(source).replace(/\.ts$/, ".mjs"));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    external: ["esbuild"],
  });
  return outfile;
}
