/**
 * Every table as it stood at one moment, as COPY gives it, while the product goes on: one snapshot, no lock that a call
 * waits for. The embedded Postgres has no pg_dump, and one of another version would refuse it.
 */
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BackupManifest, BackupTable } from "./manifest.ts";

export type Dumped = Pick<BackupManifest, "migrations" | "tables" | "sequences" | "chains" | "takenAt">;

/** Made anew by the migrations that the restore applies. */
const notCopied = new Set(["_prisma_migrations"]);

export async function dumpDatabase(url: string, directory: string): Promise<Dumped> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // the snapshot is taken by the first query
    const clock = await client.query<{ at: Date }>("SELECT now() AS at");
    const migrations = await appliedMigrations(client);
    const chains = await client.query<{ orgId: string; seq: string; head: string }>(
      `SELECT org_id::text AS "orgId", seq::text, head FROM audit_chain ORDER BY org_id`,
    );
    mkdirSync(path.join(directory, "tables"), { mode: 0o700 });
    const tables: BackupTable[] = [];
    for (const table of await tablesOf(client)) {
      if (!notCopied.has(table.name)) tables.push(await copyOut(client, directory, table));
    }
    await client.query("COMMIT");
    const sequences = await sequencesOf(client);
    const takenAt = (clock.rows[0]?.at ?? new Date()).toISOString();
    return { migrations, chains: chains.rows, tables, sequences, takenAt };
  } finally {
    await client.end();
  }
}

export async function appliedMigrations(client: pg.Client): Promise<BackupManifest["migrations"]> {
  const applied = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return applied.rows;
}

type Table = { name: string; columns: string[] };

/** Tables of the product with the columns that can be written. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const found = await client.query<Table>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  return found.rows;
}

/** The table, and its columns in brackets, as SQL names them. */
export function quoted(client: pg.Client, { name, columns }: Table): { table: string; columns: string } {
  return {
    table: `public.${client.escapeIdentifier(name)}`,
    columns: `(${columns.map((column) => client.escapeIdentifier(column)).join(", ")})`,
  };
}

/** A number that was given out is never given again, so a value read after the rows is as good as one read with them. */
async function sequencesOf(client: pg.Client): Promise<BackupManifest["sequences"]> {
  const found = await client.query<BackupManifest["sequences"][number]>(`
    SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS used
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`);
  return found.rows;
}

async function copyOut(client: pg.Client, directory: string, table: Table): Promise<BackupTable> {
  const file = `tables/${table.name}.copy.gz`;
  const sql = quoted(client, table);
  const measure = measuring();
  await pipeline(
    client.query(copyTo(`COPY ${sql.table} ${sql.columns} TO STDOUT`)),
    measure.through,
    createGzip({ level: 3 }),
    createWriteStream(path.join(directory, file), { mode: 0o600 }),
  );
  return { ...table, file, ...measure.result() };
}

export type Measured = { rows: number; bytes: number; digest: string };

/** Counts and digests what goes through. COPY ends each row with a line feed and writes none otherwise. */
export function measuring(): { through: Transform; result: () => Measured } {
  const hash = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ rows, bytes, digest: hash.digest("hex") }) };
}
