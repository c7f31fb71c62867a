import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** One TypeScript program as a single file that plain Node starts in the time a real worker's parts take. */
export async function bundleProgram(source: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-program-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
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
