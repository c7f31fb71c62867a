import pg from "pg";
import { applyMigrations } from "../../../prisma/engine/apply.mjs";

/** any constant serves, as long as nothing else in this database takes it */
const lockKey = 4_741_551;

/** Rows of these are never changed by web or worker: they may read them, and append where that is named. */
const readOnlyTables = ["audit_event", "audit_chain", "_prisma_migrations", "installation"];
const appendOnlyTables = ["policy", "decision"];

type Migrated = { applied: string[] };
type AppRole = { name: string; password?: string };

/**
 * Brings the database of `ownerUrl` to the newest migration and gives the lesser role its rights anew.
 * Safe to call from several processes at once: they wait for one another.
 */
export async function migrate(
  ownerUrl: string,
  migrationsDirectory: string,
  role?: AppRole,
): Promise<Migrated> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    const applied = await applyPatiently(client, ownerUrl, migrationsDirectory);
    if (role) await grantAppRole(client, role);
    return { applied };
  } finally {
    await client.end();
  }
}

/** A migration that waits for a lock makes every call behind it wait: it gives way after this, and tries again. */
const lockTimeoutMs = 1_000;
const pauseMs = 500;
const patienceMs = 120_000;

async function applyPatiently(client: pg.Client, ownerUrl: string, directory: string): Promise<string[]> {
  const before = await appliedNames(client);
  for (const end = performance.now() + patienceMs; ; ) {
    try {
      await applyMigrations(ownerUrl, directory, { lockTimeoutMs });
      return (await appliedNames(client)).filter((name) => !before.includes(name));
    } catch (error) {
      if (!/lock timeout/.test(String(error)) || performance.now() > end) throw error;
      // its transaction left nothing but this note, which would stop every later try
      await client.query(
        "DELETE FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL",
      );
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

async function appliedNames(client: pg.Client): Promise<string[]> {
  const table = await client.query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS there");
  if ((table.rows[0] as { there: boolean } | undefined)?.there !== true) return [];
  const applied = await client.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name",
  );
  return applied.rows.map(({ name }) => name);
}

async function grantAppRole(client: pg.Client, { name, password }: AppRole): Promise<void> {
  const role = client.escapeIdentifier(name);
  const found = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [name]);
  if (found.rowCount === 0) {
    if (password === undefined) throw new Error(`the database role ${name} does not exist`);
    await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT`);
  }
  if (password !== undefined) {
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
  }

  const database = await client.query<{ name: string }>("SELECT current_database() AS name");
  const databaseName = client.escapeIdentifier(database.rows[0]?.name ?? "");
  await client.query("BEGIN");
  await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${databaseName} TO ${role}`);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  for (const { table, rights } of await tableRights(client)) {
    const quoted = `public.${client.escapeIdentifier(table)}`;
    await client.query(`REVOKE ALL ON ${quoted} FROM ${role}`);
    await client.query(`GRANT ${rights} ON ${quoted} TO ${role}`);
  }
  await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role}`);
  await client.query("COMMIT");
}

async function tableRights(client: pg.Client): Promise<{ table: string; rights: string }[]> {
  const tables = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  );
  return tables.rows.map(({ name }) => {
    if (readOnlyTables.includes(name)) return { table: name, rights: "SELECT" };
    if (appendOnlyTables.includes(name)) return { table: name, rights: "SELECT, INSERT" };
    return { table: name, rights: "SELECT, INSERT, UPDATE, DELETE" };
  });
}
