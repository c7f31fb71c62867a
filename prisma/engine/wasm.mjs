// Loads Prisma's schema engine from its WASM file: from beside this file in a bundle, else from node_modules.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";

const fileName = "schema_engine_bg.wasm";

function wasmFile() {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), fileName);
  if (existsSync(beside)) return beside;
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve("@prisma/schema-engine-wasm")), fileName);
}

let loading;

async function load() {
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile()), {
    "./schema_engine_bg.js": glue,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

export function engineVersion() {
  const require = createRequire(import.meta.url);
  const manifest = path.join(path.dirname(require.resolve("@prisma/schema-engine-wasm")), "package.json");
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

/** One engine over one factory. `originalError` gives the error of the driver that an engine error stands for. */
export async function openEngine(factory, datamodels) {
  loading ??= load();
  await loading;
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await glue.SchemaEngine.new({ datamodels }, () => undefined, bound);
  const originalError = (error) => {
    const reference = /ExternalError.*?(\d+)/.exec(String(error?.message ?? error))?.[1];
    return reference === undefined ? undefined : bound.errorRegistry?.consumeError(Number(reference))?.error;
  };
  return { engine, originalError };
}
