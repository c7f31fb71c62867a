import pg from "pg";
import { applyMigrations } from "../../../prisma/engine/apply.mjs";

/** any constant serves, as long as nothing else in this database takes it */
const lockKey = 4_741_551;

/** Rows of these are never changed by web or worker: they may read them, and append where that is named. */
const readOnlyTables = ["audit_event", "audit_chain", "_prisma_migrations"];
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
    const applied = await applyMigrations(ownerUrl, migrationsDirectory);
    if (role) await grantAppRole(client, role);
    return { applied };
  } finally {
    await client.end();
  }
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
