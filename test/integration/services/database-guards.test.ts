import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../helpers/database.ts";

const org = "11111111-1111-4111-8111-111111111111";
let database: TestDatabase;
let app: pg.Client;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  app = new pg.Client({ connectionString: database.appUrl });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([app.connect(), owner.connect()]);
});
afterAll(async () => {
  await Promise.all([app.end(), owner.end()]);
  await database.drop();
});

function append(client: pg.Client, payload: object, orgId = org): Promise<unknown> {
  const call = "SELECT append_audit($1, 'tool_call.requested', 'person', NULL, NULL, NULL, NULL, $2)";
  return client.query(call, [orgId, JSON.stringify(payload)]);
}

type Event = { seq: string; body: string; prev_hash: string; hash: string };

describe("the audit chain", () => {
  it("gives each event the hash of the one before it and of its own text", async () => {
    for (const word of ["one", "zwei", "três", "四"]) await append(app, { word });
    const { rows } = await app.query<Event>("SELECT * FROM audit_event WHERE org_id = $1 ORDER BY seq", [
      org,
    ]);
    let previous = "0".repeat(64);
    for (const [index, event] of rows.entries()) {
      expect(event.seq).toBe(String(index + 1));
      expect(event.prev_hash).toBe(previous);
      expect(event.hash).toBe(
        createHash("sha256")
          .update(previous + event.body, "utf8")
          .digest("hex"),
      );
      previous = event.hash;
    }
    expect(JSON.parse(rows[3]?.body ?? "{}")).toMatchObject({ orgId: org, seq: 4, payload: { word: "四" } });
  });

  it("has no gap and no fork when many writers append at once", async () => {
    const many = "22222222-2222-4222-8222-222222222222";
    const pool = new pg.Pool({ connectionString: database.appUrl, max: 8 });
    const call = "SELECT append_audit($1, 'tool_call.requested', 'system', NULL, NULL, NULL, NULL, '{}')";
    await Promise.all(Array.from({ length: 80 }, () => pool.query(call, [many])));
    await pool.end();
    const { rows } = await app.query<{ count: string; links: string; last: string }>(
      "SELECT count(*), count(DISTINCT prev_hash) AS links, max(seq) AS last FROM audit_event WHERE org_id = $1",
      [many],
    );
    expect(rows[0]).toEqual({ count: "80", links: "80", last: "80" });
  });

  it("leaves nothing of a transaction that is rolled back", async () => {
    const undone = "33333333-3333-4333-8333-333333333333";
    await app.query("BEGIN");
    await append(app, { kept: false }, undone);
    await app.query("ROLLBACK");
    await append(app, { kept: true }, undone);
    const { rows } = await app.query<Event>("SELECT seq, body FROM audit_event WHERE org_id = $1", [undone]);
    expect(rows.map((row) => row.seq)).toEqual(["1"]);
  });

  it.each([
    "UPDATE audit_event SET type = 'x.y'",
    "DELETE FROM audit_event",
    "TRUNCATE audit_event",
    "UPDATE audit_chain SET seq = 0",
    "DELETE FROM audit_chain",
    "INSERT INTO audit_chain (org_id, seq, head) VALUES (gen_random_uuid(), 0, '')",
    "ALTER TABLE audit_event DISABLE TRIGGER ALL",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "UPDATE policy SET document = '{}'",
    "DELETE FROM decision",
    "CREATE TABLE mine ()",
  ])("refuses the role of web and worker: %s", async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  it.each([
    "UPDATE audit_event SET type = 'x.y'",
    "DELETE FROM audit_event",
    "TRUNCATE audit_event",
    "DELETE FROM audit_chain",
  ])("refuses even the owner: %s", async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow(/never changed/);
  });

  it("refuses an actor or a type that nobody knows", async () => {
    const call = "SELECT append_audit($1, $2, $3, NULL, NULL, NULL, NULL, '{}')";
    await expect(app.query(call, [org, "tool_call.requested", "ghost"])).rejects.toThrow(/unknown actor/);
    await expect(app.query(call, [org, "Anything Goes", "person"])).rejects.toThrow(/malformed/);
  });
});
