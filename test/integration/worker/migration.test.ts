import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@gatehouse/services/migrate";
import { openSession, outputOf, run } from "../../helpers/call.ts";
import { auditTypes, makeOrg, type TestOrg } from "../../helpers/org.ts";
import { removeScratch, scratchDirectory } from "../../helpers/scratch.ts";
import { until } from "../../helpers/wait.ts";
import { database } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

const place = scratchDirectory("migrations");
const next = "29990101000000_one_more_column";
let worker: TestWorker;
let org: TestOrg;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  cpSync(path.resolve(import.meta.dirname, "../../../prisma/migrations"), place, { recursive: true });
  mkdirSync(path.join(place, next));
  writeFileSync(
    path.join(place, next, "migration.sql"),
    `ALTER TABLE "tool_call" ADD COLUMN "more" text;
     ALTER TABLE "execution" ADD COLUMN "more" integer NOT NULL DEFAULT 7;
     CREATE INDEX "execution_more" ON "execution" ("more");`,
  );
});
afterAll(async () => {
  await worker.stop();
  removeScratch();
});

it("migrates while calls go on: none is lost or run twice, and none waits behind a lock the migration waits for", async () => {
  let stop = false;
  let finished = 0;
  const callers = [1, 2, 3].map(async (caller) => {
    const sessionId = await openSession(org, org.admin);
    for (let at = 0; !stop; at += 1) {
      const argv = ["bash", "-c", `echo ${caller}.${at} >> ran.txt; cat ran.txt`];
      const done = await run(org, org.admin, { sessionId, argv });
      finished += 1;
      expect(done.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
      const output = await outputOf(org, org.admin, done.execution?.id ?? "");
      const lines = Array.from({ length: at + 1 }, (_, line) => `${caller}.${line}\n`);
      expect(output.toString()).toBe(lines.join(""));
      const types = await auditTypes(org.id, done.id);
      for (const type of ["execution.queued", "execution.started", "execution.finished"])
        expect(types.filter((one) => one === type)).toHaveLength(1);
    }
  });
  // A report that takes long: it lets calls through and keeps the migration from its lock.
  const reader = new pg.Client({ connectionString: database.ownerUrl });
  await reader.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT count(*) FROM execution");
  const migrated = migrate(database.ownerUrl, place);
  const watcher = new pg.Client({ connectionString: database.ownerUrl });
  await watcher.connect();
  await until("the migration to wait for the report", async () => {
    const waiting = await watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"more"%'`,
    );
    return waiting.rows.length > 0;
  });
  await watcher.end();
  // Behind a migration that keeps waiting for its lock no call would end before the report does.
  const before = finished;
  await until("calls to end meanwhile", async () => finished >= before + 6);
  await reader.query("COMMIT");
  await reader.end();
  expect(await migrated).toEqual({ applied: [next] });
  stop = true;
  await Promise.all(callers);
  expect(await migrate(database.ownerUrl, place)).toEqual({ applied: [] });
});
