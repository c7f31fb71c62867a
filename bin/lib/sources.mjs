// What a build is made of, as one digest: the same digest means the same build.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folders = ["apps", "packages", "prisma", "jsons", "bin"];
const files = ["package.json", "package-lock.json", "tsconfig.json"];
const skipped = new Set(["node_modules", ".next", "dist", "generated", "next-env.d.ts"]);

function* walk(directory) {
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name) || entry.name.endsWith(".tsbuildinfo")) continue;
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* walk(full);
    else if (entry.isFile()) yield full;
  }
}

export function sourcesDigest(root) {
  const hash = createHash("sha256");
  const take = (file) =>
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  for (const name of files) take(path.join(root, name));
  for (const folder of folders) for (const file of walk(path.join(root, folder))) take(file);
  hash.update(`node ${process.versions.modules} ${process.platform} ${process.arch}`);
  return hash.digest("hex").slice(0, 16);
}
