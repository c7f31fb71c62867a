import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import type { Bench, Figure } from "./figure.ts";

/** Measured as it is shipped: bundled, without the names that a development loader pins to every closure. */
export const guardBench: Bench = { name: "guard", run };

async function run(): Promise<Figure[]> {
  const directory = await mkdtemp(path.join(tmpdir(), "guard-bench-"));
  try {
    const outfile = path.join(directory, "guard-figures.mjs");
    await build({
      entryPoints: [path.join(import.meta.dirname, "guard-figures.ts")],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
      banner: {
        js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
      },
    });
    const { guardFigures } = (await import(outfile)) as { guardFigures: () => Promise<Figure[]> };
    return await guardFigures();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
