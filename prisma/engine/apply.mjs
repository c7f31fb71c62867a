// Applies the migrations of a folder in this process, with the engine that wrote them: no command line at run time.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { onlineFactory } from "./connection.mjs";
import { openEngine } from "./wasm.mjs";

function readMigrations(directory) {
  const lockPath = path.join(directory, "migration_lock.toml");
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(directory, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort();
  if (names.length === 0) throw new Error(`no migrations in ${directory}`);
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: readFileSync(lockPath, "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(path.join(directory, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/**
 * The names of the migrations that were applied now; an empty list when the database was current. A statement that waits
 * for a lock longer than `lockTimeoutMs` fails, and its migration, one transaction, with it.
 */
export async function applyMigrations(url, directory, { lockTimeoutMs } = {}) {
  const migrationsList = readMigrations(path.resolve(directory));
  const factory = onlineFactory(url, { lockTimeoutMs });
  const { engine, originalError } = await openEngine(factory);
  try {
    const filters = { externalTables: [], externalEnums: [] };
    const result = await engine.applyMigrations({ migrationsList, filters });
    return result.appliedMigrationNames;
  } catch (error) {
    const cause = originalError(error);
    throw cause ? new Error(cause.message, { cause: error }) : error;
  } finally {
    engine.free();
    await factory.close();
  }
}
