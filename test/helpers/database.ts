import { randomBytes } from "node:crypto";
import pg from "pg";

export type TestDatabase = {
  /** as the owner, for what the product itself may not do */
  ownerUrl: string;
  /** as the lesser role of web and worker */
  appUrl: string;
  redisUrl: string;
  drop: () => Promise<void>;
};

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: start the services with node bin/dev-services.mjs`);
  return value;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** A database of one's own, cloned from the migrated one in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const ownerUrl = setting("MIGRATE_DATABASE_URL");
  const template = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: withDatabase(ownerUrl, "postgres") });
  // a test may end the server itself; what is asked afterwards tells its own error
  admin.on("error", () => undefined);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${admin.escapeIdentifier(template)}`);
  return {
    ownerUrl: withDatabase(ownerUrl, name),
    appUrl: withDatabase(setting("DATABASE_URL"), name),
    redisUrl: setting("REDIS_URL"),
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}
