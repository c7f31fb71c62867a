import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BuildOptions } from "esbuild";

const source = "src/server/replay/replay-thread.ts";

/** The file the replay thread runs from: beside the parsers in a release, built into a temporary directory from source. */
export async function replayFile(releaseDirectory: string | undefined): Promise<string> {
  if (releaseDirectory !== undefined) return path.join(releaseDirectory, "replay-thread.mjs");
  const entry = [source, `apps/web/${source}`]
    .map((name) => path.join(/* turbopackIgnore: true */ process.cwd(), name))
    .find((name) => existsSync(/* turbopackIgnore: true */ name));
  if (entry === undefined) throw new Error(`${source} is not here and no release is named`);
  const bundler: string = "esbuild"; // not named in the import, so that it stays out of the web's own bundle
  const { build } = (await import(/* turbopackIgnore: true */ bundler)) as {
    build: (options: BuildOptions) => Promise<unknown>;
  };
  const outfile = path.join(mkdtempSync(path.join(tmpdir(), "gatehouse-replay-")), "replay-thread.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    external: ["pg-native"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
  });
  return outfile;
}
