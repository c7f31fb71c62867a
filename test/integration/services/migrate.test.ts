import { randomBytes } from "node:crypto";
import path from "node:path";
import { migrate } from "@gatehouse/services/migrate";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const migrations = path.resolve(import.meta.dirname, "../../../prisma/migrations");
const name = `migrate_${randomBytes(5).toString("hex")}`;
const role = { name: `${name}_app`, password: "a-password-of-the-test" };
let admin: pg.Client;
let url: string;

function inDatabase(address: string, database: string): string {
  const changed = new URL(address);
  changed.pathname = `/${database}`;
  return changed.href;
}

beforeAll(async () => {
  const owner = process.env.MIGRATE_DATABASE_URL ?? "";
  admin = new pg.Client({ connectionString: inDatabase(owner, "postgres") });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  url = inDatabase(owner, name);
});
afterAll(async () => {
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${role.name}`);
  await admin.end();
});

describe("migrate", () => {
  it("applies each migration once when three processes start at the same moment", async () => {
    const results = await Promise.all([1, 2, 3].map(() => migrate(url, migrations, role)));
    const applied = results.flatMap((result) => result.applied);
    expect(applied.length).toBeGreaterThan(1);
    expect(new Set(applied).size).toBe(applied.length);
  });

  it("has nothing to do afterwards", async () => {
    expect(await migrate(url, migrations, role)).toEqual({ applied: [] });
  });

  it("lets the lesser role in with its password, and lets it read and write ordinary rows", async () => {
    const address = new URL(url);
    address.username = role.name;
    address.password = role.password;
    const app = new pg.Client({ connectionString: address.href });
    await app.connect();
    await app.query(
      `INSERT INTO "user" (id, name, email, updated_at) VALUES ('1', 'n', 'e@example.test', now())`,
    );
    expect((await app.query(`DELETE FROM "user"`)).rowCount).toBe(1);
    await expect(app.query("SELECT pg_read_file('/etc/passwd')")).rejects.toMatchObject({ code: "42501" });
    await app.end();
  });

  it("refuses a role that does not exist when it is given no password for it", async () => {
    await expect(migrate(url, migrations, { name: "nobody_knows_this_role" })).rejects.toThrow(
      /does not exist/,
    );
  });
});
