// The worker, its helpers and the command lines as one file each, with the WASM files they load beside them.
import { cpSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** bundle name → source; the names are what the parts look for beside themselves */
function workerEntries(root) {
  const entries = { "guard-thread": "packages/services/src/decision/guard-thread.ts" };
  for (const name of ["migrate", "setup-link", "join-token", "doctor", "container-secrets"])
    entries[name] = `bin/${name}.mjs`;
  for (const name of ["main", "process/launcher", "files/file-thread", "cli/audit"]) {
    const source = `apps/worker/src/${name}.ts`;
    if (existsSync(path.join(root, source))) entries[path.basename(name)] = source;
  }
  entries["replay-thread"] = "apps/web/src/server/replay/replay-thread.ts";
  return entries;
}

/** `more`: further entries of the same kind, bundle name to source. */
export async function bundleWorker({ root, target, more = {} }) {
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries({ ...workerEntries(root), ...more }).map(([out, source]) => ({
      out,
      in: source,
    })),
    outdir: target,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "silent",
    external: ["pg-native", "pino-pretty"],
    // its main file hides what it requires from a bundler
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    // bundled CommonJS packages still ask for these
    banner: {
      js: [
        'import { createRequire as createRequireOfBundle } from "node:module";',
        'import { fileURLToPath as fileUrlOfBundle } from "node:url";',
        "const require = createRequireOfBundle(import.meta.url);",
        'const __filename = fileUrlOfBundle(import.meta.url), __dirname = fileUrlOfBundle(new URL(".", import.meta.url));',
      ].join("\n"),
    },
  });
  const wasm = [
    "web-tree-sitter/web-tree-sitter.wasm",
    "tree-sitter-bash/tree-sitter-bash.wasm",
    "@prisma/schema-engine-wasm/schema_engine_bg.wasm",
  ];
  for (const file of wasm)
    cpSync(path.join(root, "node_modules", file), path.join(target, path.basename(file)));
  writeFileSync(path.join(target, "package.json"), '{ "type": "module", "private": true }\n');
}
