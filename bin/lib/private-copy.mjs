// The tests do not run as root: the sandbox refuses it. Root gets a copy of the tree that an account of its own may write.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

const made = new Set([
  "node_modules",
  ".next",
  "dist",
  "test-results",
  "playwright-report",
  ".gatehouse",
  "generated",
]);
const caches = [".vite", ".vite-temp", ".vitest", ".cache"];

function must(command, args) {
  const result = spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${result.error?.message ?? result.stderr}`);
}

/** Installed packages are shared by hard links where both lie on one disk: a second instead of a minute. */
function copyPackages(from, to) {
  const linked = spawnSync("cp", ["-al", from, to], { stdio: "ignore" });
  if (linked.status === 0) return;
  rmSync(to, { recursive: true, force: true });
  must("cp", ["-a", from, to]);
}

export function makePrivateCopy(root, { uid, gid }) {
  const home = mkdtempSync("/var/tmp/gatehouse-test-");
  chmodSync(home, 0o755);
  const tree = path.join(home, "tree");
  cpSync(root, tree, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !made.has(path.basename(source)),
  });
  must("chown", ["-R", `${uid}:${gid}`, home]);
  const folders = ["node_modules", "apps/web/node_modules", "apps/worker/node_modules"];
  folders.push("packages/core/node_modules", "packages/services/node_modules");
  for (const folder of folders) {
    const [from, to] = [path.join(root, folder), path.join(tree, folder)];
    if (!existsSync(from)) continue;
    copyPackages(from, to);
    for (const cache of caches) rmSync(path.join(to, cache), { recursive: true, force: true });
    must("find", [to, "-type", "d", "-exec", "chown", `${uid}:${gid}`, "{}", "+"]);
  }
  for (const name of ["home", "tmp"]) {
    mkdirSync(path.join(home, name));
    must("chown", [`${uid}:${gid}`, path.join(home, name)]);
  }
  return {
    tree,
    home: path.join(home, "home"),
    tmp: path.join(home, "tmp"),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
