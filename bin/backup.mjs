// `npm run --silent backup -- FILE [--host-files] [--secrets]`: the whole installation in one file, while it runs.
//   --host-files  workspaces, homes, trash and history of the worker on this machine, too
//   --secrets     the keys of logins and of sealed secrets, too; the file is as good as these keys from then on
// The database comes from the environment, else from the data directory of `npm start`.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { dumpDatabase } from "../packages/services/src/backup/dump.ts";
import { backupFormat, manifestName } from "../packages/services/src/backup/manifest.ts";
import { recordBackup } from "../packages/services/src/backup/settle.ts";
import { createDb } from "../packages/services/src/db.ts";
import { digestOfFile, pack, packHostFiles } from "./lib/archive.mjs";
import { backupOptions } from "./lib/backup-options.mjs";
import { readJson } from "./lib/data-directory.mjs";
import { openInstallation } from "./lib/installation.mjs";
import { Blocked } from "./lib/say.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** passwords of the databases are made anew where it is restored */
const ofThisMachine = new Set(["postgres", "app", "redis"]);

function secretsOf(data) {
  const kept = readJson(path.join(data, "secrets.json"));
  if (kept === undefined)
    throw new Blocked(
      `--secrets: there is no secrets.json in ${data}; this installation keeps its secrets elsewhere.`,
    );
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !ofThisMachine.has(name)));
}

async function backup({ file, hostFiles, secrets }) {
  if (existsSync(file)) throw new Blocked(`${file} exists already; a backup overwrites nothing.`);
  if (!existsSync(path.dirname(file))) throw new Blocked(`there is no directory ${path.dirname(file)}.`);
  const installation = await openInstallation({ root, exclusive: false });
  // beside the file, so that the last step is a rename on the same disk
  const place = mkdtempSync(path.join(path.dirname(file), ".gatehouse-backup-"));
  const directory = path.join(place, "content");
  mkdirSync(directory, { mode: 0o700 });
  try {
    const dumped = await dumpDatabase(installation.owner, directory);
    let found = null;
    if (hostFiles) {
      const worker = path.join(installation.data, "worker");
      if (!existsSync(worker)) throw new Blocked(`--host-files: there is no worker's directory ${worker}.`);
      await packHostFiles(worker, path.join(directory, "host-files.tar.gz"));
      found = {
        file: "host-files.tar.gz",
        digest: await digestOfFile(path.join(directory, "host-files.tar.gz")),
      };
    }
    const kept = secrets ? secretsOf(installation.data) : {};
    if (secrets) writeFileSync(path.join(directory, "secrets.json"), JSON.stringify(kept), { mode: 0o600 });
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const manifest = {
      format: backupFormat,
      version,
      ...dumped,
      hostFiles: found,
      secrets: Object.keys(kept),
    };
    writeFileSync(path.join(directory, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`, {
      mode: 0o600,
    });
    const packed = path.join(place, "packed");
    await pack(directory, packed);
    chmodSync(packed, 0o600);
    const digest = await digestOfFile(packed);
    renameSync(packed, file);
    const db = createDb(installation.owner, 1);
    await recordBackup(db, { takenAt: dumped.takenAt, digest, secrets, hostFiles });
    await db.$disconnect();
    const rows = dumped.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${file}: ${rows} rows of ${dumped.tables.length} tables as of ${dumped.takenAt}, sha256 ${digest}`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
    await installation.close();
  }
}

backup(backupOptions("backup")).then(
  () => process.exit(0),
  (error) => {
    console.error(`backup: ${error.message}${error.fix ? `\n  ${error.fix}` : ""}`);
    process.exit(1);
  },
);
