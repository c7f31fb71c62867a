import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// The command line insists on a native schema engine and would download one. Ours is Prisma's own engine as WASM.
if (process.platform !== "win32")
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= here("./engine/schema-engine.mjs");
process.env.CHECKPOINT_DISABLE ??= "1";

export default defineConfig({
  schema: here("./schema.prisma"),
  migrations: { path: here("./migrations") },
  datasource: {
    url: process.env.MIGRATE_DATABASE_URL ?? process.env.DATABASE_URL ?? "postgresql://unset",
    ...(process.env.SHADOW_DATABASE_URL ? { shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL } : {}),
  },
});
