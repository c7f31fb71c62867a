import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What a thread of the guard runs: the file of a build, or from source its text, bundled in memory. */
export type ThreadSource = { file: string } | { code: string };

type Bundler = {
  build(options: Record<string, unknown>): Promise<{ outputFiles: readonly { text: string }[] }>;
};

/** `directory`: where a bundle keeps its files. Throws when there is neither a built thread nor its source. */
export async function threadSource(directory: string | undefined): Promise<ThreadSource> {
  for (const place of [directory, process.cwd()]) {
    const built = place === undefined ? null : path.join(place, "guard-thread.mjs");
    if (built !== null && existsSync(/* turbopackIgnore: true */ built)) return { file: built };
  }
  const base = path.join(process.cwd(), "package.json");
  const require = createRequire(base);
  let entry: string;
  let bundler: Bundler;
  try {
    entry = require.resolve("@gatehouse/services/decision/guard-thread");
    const name: string = "esbuild"; // not named in the call, so that it stays out of every bundle
    bundler = require(name) as Bundler;
  } catch (cause) {
    throw new Error("guard-thread.mjs is missing beside the bundle: run npm run build", { cause });
  }
  const { outputFiles } = await bundler.build({
    entryPoints: [entry.startsWith("file:") ? fileURLToPath(entry) : entry],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "silent",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(base).href) },
  });
  const code = outputFiles[0]?.text;
  if (code === undefined) throw new Error("the guard's thread could not be bundled");
  return { code };
}
