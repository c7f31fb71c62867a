// `npm run --silent restore -- FILE [--host-files] [--secrets]`: a backup into an empty database; nothing else may run on
// it. Each digest is compared, the audit chains are recomputed, and what was open when the backup was taken is ended.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { verifyChain } from "../packages/services/src/audit/verify.ts";
import { loadDatabase } from "../packages/services/src/backup/load.ts";
import { backupManifest, manifestName } from "../packages/services/src/backup/manifest.ts";
import { settleRestored } from "../packages/services/src/backup/settle.ts";
import { createDb } from "../packages/services/src/db.ts";
import { serviceAccounts } from "./lib/accounts.mjs";
import { digestOfFile, unpack, unpackHostFiles } from "./lib/archive.mjs";
import { backupOptions } from "./lib/backup-options.mjs";
import { loadSecrets, prepareDataDirectory, writeJson } from "./lib/data-directory.mjs";
import { openInstallation } from "./lib/installation.mjs";
import { Blocked } from "./lib/say.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

function manifestOf(directory) {
  const file = path.join(directory, manifestName);
  const read = existsSync(file)
    ? backupManifest.safeParse(JSON.parse(readFileSync(file, "utf8")))
    : undefined;
  if (!read?.success)
    throw new Blocked("this file is no backup of Gatehouse, or of a format not known here.");
  return read.data;
}

async function restoreHostFiles({ manifest, directory, data }) {
  const worker = path.join(data, "worker");
  if (existsSync(worker) && readdirSync(worker).some((name) => name !== "run"))
    throw new Blocked(`--host-files: ${worker} is not empty.`);
  const file = path.join(directory, manifest.hostFiles.file);
  if ((await digestOfFile(file)) !== manifest.hostFiles.digest)
    throw new Blocked(
      "the files of the host in the backup are damaged: their digest is not the recorded one.",
    );
  mkdirSync(worker, { recursive: true, mode: 0o700 });
  await unpackHostFiles(file, worker);
  const { worker: account } = serviceAccounts();
  if (account) spawnSync("chown", ["-hR", `${account.uid}:${account.gid}`, worker]);
}

/** Every chain recomputed, and where it ends compared with where it ended when the backup was taken. */
async function verifyChains(db, manifest) {
  let events = 0;
  for (const org of await db.org.findMany({ select: { id: true, slug: true } })) {
    const state = await verifyChain(db, org.id);
    const recorded = manifest.chains.find(({ orgId }) => orgId === org.id);
    if (!state.ok)
      throw new Error(
        `the audit chain of ${org.slug} does not hold: event ${state.firstBad.seq}: ${state.firstBad.why}`,
      );
    if (state.checked > 0 && recorded?.head !== state.head)
      throw new Error(`the audit chain of ${org.slug} does not end where it ended when the backup was taken`);
    events += state.checked;
  }
  return events;
}

async function restore({ file, hostFiles, secrets }) {
  if (!existsSync(file)) throw new Blocked(`there is no file ${file}.`);
  const directory = mkdtempSync(path.join(tmpdir(), "gatehouse-restore-"));
  let installation;
  try {
    await unpack(file, directory);
    const manifest = manifestOf(directory);
    if (hostFiles && manifest.hostFiles === null) throw new Blocked("--host-files: this backup holds none.");
    if (secrets && manifest.secrets.length === 0) throw new Blocked("--secrets: this backup holds none.");
    installation = await openInstallation({ root, exclusive: true });
    const { owner, role, data } = installation;
    const migrations = path.join(root, "prisma/migrations");
    await loadDatabase({ ownerUrl: owner, role, migrations, directory, manifest });
    const db = createDb(owner, 2);
    const events = await verifyChains(db, manifest);
    const digest = await digestOfFile(file);
    const settled = await settleRestored(db, { takenAt: manifest.takenAt, digest });
    await db.$disconnect();
    if (hostFiles) await restoreHostFiles({ manifest, directory, data });
    if (secrets) {
      prepareDataDirectory(data);
      const brought = JSON.parse(readFileSync(path.join(directory, "secrets.json"), "utf8"));
      writeJson(path.join(data, "secrets.json"), { ...loadSecrets(data), ...brought });
    }
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `restored ${rows} rows as of ${manifest.takenAt}; ${manifest.chains.length} audit chains with ${events} events hold; ` +
        `open calls ended: ${settled.notRun} not run, ${settled.lost} lost`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await installation?.close();
  }
}

restore(backupOptions("restore")).then(
  () => process.exit(0),
  (error) => {
    console.error(`restore: ${error.message}${error.fix ? `\n  ${error.fix}` : ""}`);
    process.exit(1);
  },
);
