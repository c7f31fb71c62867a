// The file of a backup: a tar of a manifest, one compressed COPY a table, and by choice the files of this host.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/** what a host keeps of its own; run/ is made anew by each worker */
const hostFolders = ["workspaces", "homes", "trash", "history"];

function tar(args, allowed = [0]) {
  return new Promise((resolve, reject) => {
    const child = spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    child.once("error", reject);
    child.once("close", (code) =>
      allowed.includes(code) ? resolve() : reject(new Error(`tar: ${said.trim().slice(-500)}`)),
    );
  });
}

export async function digestOfFile(file) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** The manifest comes first, so that it can be read without unpacking the rest. */
export async function pack(directory, file) {
  await tar(["-C", directory, "-cf", file, "manifest.json", "--exclude=./manifest.json", "."]);
}

export async function unpack(file, directory) {
  await tar(["-C", directory, "--no-same-owner", "--no-same-permissions", "-xf", file]);
}

/** Files that change while they are read are kept as they were at one moment each; tar says so with 1. */
export async function packHostFiles(workerDirectory, file) {
  const present = hostFolders.filter((name) => existsSync(path.join(workerDirectory, name)));
  await tar(["-C", workerDirectory, "--numeric-owner", "-czf", file, "--", ...present], [0, 1]);
}

export async function unpackHostFiles(file, workerDirectory) {
  await tar(["-C", workerDirectory, "--no-same-owner", "-xzpf", file]);
}
