/**
 * A backup into an empty database, all or nothing: the schema of its own level, its rows in one transaction with every
 * count and digest compared, then the newer migrations. Checks and triggers of the ledger speak of changes, not of rows
 * that were true before; they are off for the copy alone, which only the owner of the tables can do.
 */
import { cpSync, createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate } from "../migrate.ts";
import { appliedMigrations, measuring, quoted, tablesOf } from "./dump.ts";
import type { BackupManifest, BackupTable } from "./manifest.ts";

export type LoadInput = {
  ownerUrl: string;
  /** of web and worker; gets its rights anew */
  role?: { name: string; password?: string };
  migrations: string;
  directory: string;
  manifest: BackupManifest;
};

export async function loadDatabase(input: LoadInput): Promise<void> {
  const { ownerUrl, manifest } = input;
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await refuseUnlessEmpty(client);
    await migrateTo(input);
    await sameLevel(client, manifest);
    await client.query("BEGIN");
    await copyAll(client, input);
    await client.query("COMMIT");
  } finally {
    // what was not committed is undone with the connection
    await client.end();
  }
  await migrate(ownerUrl, input.migrations, input.role);
}

/** Rows of these come with the migrations. */
const filledByMigrations = ["_prisma_migrations", "installation", "reach"];

/** Empty: no table, or the tables of an earlier try that failed, without a row. */
async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  for (const table of await tablesOf(client)) {
    if (filledByMigrations.includes(table.name)) continue;
    const found = await client.query(`SELECT 1 FROM ${quoted(client, table).table} LIMIT 1`);
    if (found.rows.length > 0)
      throw new Error(`the database is not empty: ${table.name} has rows. Restore into a new database.`);
  }
}

/** Only the migrations that the backup knows: rows fit the schema they were taken from. */
async function migrateTo({ ownerUrl, migrations, manifest }: LoadInput): Promise<void> {
  const known = mkdtempSync(path.join(tmpdir(), "gatehouse-migrations-"));
  try {
    cpSync(path.join(migrations, "migration_lock.toml"), path.join(known, "migration_lock.toml"));
    for (const { name } of manifest.migrations) {
      const source = path.join(migrations, name);
      if (!existsSync(source))
        throw new Error(
          `this backup was taken by a newer version: migration ${name} is not known here. Restore it with version ${manifest.version} or later.`,
        );
      cpSync(source, path.join(known, name), { recursive: true });
    }
    await migrate(ownerUrl, known);
  } finally {
    rmSync(known, { recursive: true, force: true });
  }
}

async function sameLevel(client: pg.Client, manifest: BackupManifest): Promise<void> {
  const text = (list: BackupManifest["migrations"]): string =>
    list.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
  if (text(await appliedMigrations(client)) !== text(manifest.migrations))
    throw new Error("the migrations here are not the ones the backup was taken with");
}

async function copyAll(client: pg.Client, { directory, manifest }: LoadInput): Promise<void> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`);
  for (const key of keys.rows) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`);
  for (const table of manifest.tables) {
    const { table: name } = quoted(client, table);
    await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(`DELETE FROM ${name}`);
    await copyIn(client, directory, table);
    await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  }
  for (const { name, value, used } of manifest.sequences) {
    const sequence = `public.${client.escapeIdentifier(name)}`;
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [sequence, value, used]);
  }
  // each is proved over all rows as it comes back
  for (const key of keys.rows)
    await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${key.definition}`);
}

async function copyIn(client: pg.Client, directory: string, table: BackupTable): Promise<void> {
  const sql = quoted(client, table);
  const measure = measuring();
  await pipeline(
    createReadStream(path.join(directory, table.file)),
    createGunzip(),
    measure.through,
    client.query(copyFrom(`COPY ${sql.table} ${sql.columns} FROM STDIN`)),
  );
  const found = measure.result();
  if (found.digest !== table.digest || found.rows !== table.rows)
    throw new Error(`the table ${table.name} in the backup is damaged: its digest is not the recorded one`);
}
