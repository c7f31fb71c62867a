import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChain } from "@gatehouse/services/audit/verify";
import { createDb } from "@gatehouse/services/db";
import { openSession, outputOf, request, run } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { removeScratch, scratchDirectory } from "../../helpers/scratch.ts";
import { database, services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const place = scratchDirectory("backup");
const file = path.join(place, "gatehouse.backup");
const names: string[] = [];
let admin: pg.Client;
let worker: TestWorker;
let org: TestOrg;
let sessionId: string;
let executionId: string;
let written: Buffer;

function named(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(5).toString("hex")}`;
  names.push(name);
  await admin.query(`CREATE DATABASE ${name}`);
  return name;
}

type Said = { code: number; out: string; err: string };

async function command(name: "backup" | "restore", args: string[], inDatabase?: string): Promise<Said> {
  const at = (url: string): string => (inDatabase === undefined ? url : named(url, inDatabase));
  const env = {
    ...process.env,
    MIGRATE_DATABASE_URL: at(database.ownerUrl),
    DATABASE_URL: at(database.appUrl),
    GATEHOUSE_DATA: path.join(place, "data"),
  };
  const argv = ["--import", "tsx", path.join(root, `bin/${name}.mjs`), ...args];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { cwd: root, env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

beforeAll(async () => {
  admin = new pg.Client({ connectionString: named(database.ownerUrl, "postgres") });
  await admin.connect();
  worker = await startWorker();
  org = await makeOrg();
  sessionId = await openSession(org, org.admin);
  const argv = ["bash", "-c", "printf 'a\\0b\\n\\377\\\\x\\t'; head -c 200000 /dev/urandom; echo end >&2"];
  const done = await run(org, org.admin, { sessionId, argv });
  executionId = done.execution?.id ?? "";
  written = await outputOf(org, org.admin, executionId);
  await run(org, org.admin, { sessionId, argv: ["touch", "kept.txt"] });
  await request(org, org.admin, { sessionId, argv: ["sleep", "600"] });
});
afterAll(async () => {
  await worker.kill("SIGKILL");
  await worker.stop();
  for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
  removeScratch();
});

describe("a backup", () => {
  it("is one consistent moment while calls go on, and only its owner can read it", async () => {
    let stop = false;
    const busy = (async () => {
      for (let at = 0; !stop; at += 1) await run(org, org.admin, { sessionId, argv: ["echo", `${at}`] });
    })();
    const said = await command("backup", [file]);
    stop = true;
    await busy;
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await command("backup", [file])).toMatchObject({ code: 1 });
    const last = await services.db.auditEvent.findMany({
      where: { orgId: org.id, type: "installation.backed_up" },
    });
    expect(last).toHaveLength(1);
  });

  it("is restored into an empty database: chain, output and rights as they were, nothing queued runs again", async () => {
    const name = await emptyDatabase();
    const said = await command("restore", [file], name);
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(said.out).toMatch(/audit chains with \d+ events hold; open calls ended: 0 not run, [12] lost/);
    const db = createDb(named(database.appUrl, name), 2);
    const chunks = await db.outputChunk.findMany({ where: { executionId }, orderBy: { offset: "asc" } });
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(written)).toBe(true);
    expect(await db.execution.count({ where: { state: { not: "finished" } } })).toBe(0);
    const before = await verifyChain(db, org.id);
    expect(before.ok).toBe(true);
    await db.$queryRaw`SELECT append_audit(${org.id}::uuid, 'host.registered', 'system', NULL, NULL, NULL, NULL, '{}')`;
    expect(await verifyChain(db, org.id)).toMatchObject({ ok: true, checked: before.checked + 1 });
    await expect(db.$executeRaw`UPDATE audit_event SET body = body`).rejects.toThrow(/permission denied/);
    await expect(db.$executeRaw`DELETE FROM audit_chain`).rejects.toThrow(/permission denied/);
    await expect(
      db.execution.update({ where: { id: executionId }, data: { outcome: "lost" } }),
    ).rejects.toThrow(/is finished/);
    await db.$disconnect();

    const again = await command("restore", [file], name);
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain("not empty");
  });

  it("is refused when one byte of a table was changed, and leaves the database empty", async () => {
    const opened = scratchDirectory("backup-opened");
    execFileSync("tar", ["-C", opened, "-xf", file]);
    const table = path.join(opened, "tables/tool_call.copy.gz");
    const text = gunzipSync(readFileSync(table)).toString("latin1").replace("touch", "chown");
    writeFileSync(table, gzipSync(Buffer.from(text, "latin1")));
    const changed = path.join(place, "changed.backup");
    execFileSync("tar", ["-C", opened, "-cf", changed, "."]);
    const name = await emptyDatabase();
    const said = await command("restore", [changed], name);
    expect(said).toMatchObject({ code: 1 });
    expect(said.err).toContain("tool_call");
    // a sound one is taken afterwards
    expect(await command("restore", [file], name)).toMatchObject({ code: 0, err: "" });
  });

  it("is refused with the reason when it is something else, or its file is not there", async () => {
    const other = path.join(place, "other");
    writeFileSync(other, "no archive");
    expect((await command("restore", [other])).err).toMatch(/^restore: /);
    expect((await command("restore", [path.join(place, "absent")])).err).toContain("there is no file");
    expect(await command("backup", [])).toMatchObject({ code: 2 });
  });
});
