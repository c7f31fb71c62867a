// Connections for the schema engine: @prisma/adapter-pg with the three things it lacks for migrations.
//  1. Catalog columns of type "char" (oid 18) have no mapping there, so every introspection would fail.
//  2. It splits scripts at each semicolon, which cuts function bodies in half; a script goes to the server whole.
//  3. A connection string beats the database name in pg, which would aim the shadow database at the real one;
//     so the parts are handed over one by one and no string ever is.
import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

const charOid = 18;
const textOid = 25;

/** result rows → indexes of the columns that were "char" */
const charColumns = new WeakMap();

function rememberCharColumns(answer) {
  for (const result of Array.isArray(answer) ? answer : [answer]) {
    const indexes = [];
    for (const [index, field] of (result?.fields ?? []).entries()) {
      if (field.dataTypeID !== charOid) continue;
      field.dataTypeID = textOid;
      indexes.push(index);
    }
    if (indexes.length > 0) charColumns.set(result.rows, indexes);
  }
  return answer;
}

class CatalogClient extends pg.Client {
  query(...args) {
    const callback = args.at(-1);
    if (typeof callback === "function") {
      args[args.length - 1] = (error, answer) => callback(error, rememberCharColumns(answer));
    }
    const answer = super.query(...args);
    return typeof answer?.then === "function" ? answer.then(rememberCharColumns) : answer;
  }
}

export function connectionParts(url, database) {
  const parsed = new URL(url);
  const mode = parsed.searchParams.get("sslmode") ?? "disable";
  return {
    host: decodeURIComponent(parsed.searchParams.get("host") ?? parsed.hostname),
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username) || undefined,
    password: decodeURIComponent(parsed.password) || undefined,
    database: database ?? decodeURIComponent(parsed.pathname.slice(1)),
    ssl: mode === "disable" ? undefined : { rejectUnauthorized: mode.startsWith("verify") },
    connectionTimeoutMillis: 10_000,
  };
}

export async function withClient(url, database, use) {
  const client = new pg.Client(connectionParts(url, database));
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

export async function createDatabase(url, name = connectionParts(url).database) {
  await withClient(url, "postgres", (client) =>
    client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`),
  );
  return name;
}

export async function dropDatabase(url, name = connectionParts(url).database) {
  await withClient(url, "postgres", (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

async function openAdapter(url, { database, lockTimeoutMs } = {}) {
  const parts = {
    ...connectionParts(url, database),
    max: 1,
    Client: CatalogClient,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
  };
  const schema = new URL(url).searchParams.get("schema") ?? undefined;
  const adapter = await new PrismaPg(parts, { schema }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(result.rows) ?? []) {
      result.columnTypes[index] = ColumnTypeEnum.Character;
    }
    return result;
  };
  adapter.executeScript = async (script) => {
    const client = await adapter.underlyingDriver().connect();
    try {
      await client.query(script);
    } catch (error) {
      adapter.onError(error);
    } finally {
      client.release();
    }
  };
  return adapter;
}

/**
 * The factory the WASM engine asks for its connections. The engine never closes them, and with them it would keep its
 * advisory lock until they idle out: whoever runs on after it calls close().
 */
export function onlineFactory(url, { shadowUrl, lockTimeoutMs } = {}) {
  const opened = [];
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    async connect() {
      const adapter = await openAdapter(url, { lockTimeoutMs });
      opened.push(adapter);
      return adapter;
    },
    async close() {
      for (const adapter of opened.splice(0)) await adapter.dispose();
    },
    async connectToShadowDb() {
      if (shadowUrl) return openAdapter(shadowUrl);
      const name = await createDatabase(url, `prisma_migrate_shadow_db_${randomUUID()}`);
      const adapter = await openAdapter(url, { database: name });
      const dispose = adapter.dispose.bind(adapter);
      adapter.dispose = async () => {
        await dispose();
        await dropDatabase(url, name);
      };
      return adapter;
    },
  };
}

/** Comparing an empty state with a schema file needs no server; the engine only asks once which version it talks to. */
export function offlineFactory() {
  const refuse = async () => {
    throw new Error("this command needs a database");
  };
  const adapter = {
    provider: "postgres",
    adapterName: "offline",
    queryRaw: async () => ({
      columnNames: ["exists", "version", "numeric_version"],
      columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
      rows: [[true, "PostgreSQL 16.0", 160000]],
    }),
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    dispose: async () => undefined,
  };
  return {
    provider: "postgres",
    adapterName: "offline",
    connect: async () => adapter,
    connectToShadowDb: refuse,
  };
}
