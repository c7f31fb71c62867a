// `npm run elevation -- setup|status|remove`: the account and the one sudoers rule for calls outside the sandbox. Root's
// own decision on each host; nothing else sets this up. Options: --worker ACCOUNT (gatehouse-worker), and --root, which
// lets calls that an org's approver proved a password for become root.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { existingAccount, systemAccount } from "./lib/accounts.mjs";
import { installPackages } from "./lib/requirements.mjs";
import { Blocked, explain } from "./lib/say.mjs";

const account = "gatehouse-elevated";
const helper = "/usr/local/libexec/gatehouse-elevated";
const place = "/var/lib/gatehouse-elevated";
const rules = "/etc/sudoers.d";
const ruleName = (worker) => `${account}-for-${worker}`;

function rulesOf() {
  if (!existsSync(rules)) return [];
  return readdirSync(rules).filter((name) => name.startsWith(`${account}-for-`));
}

function ruleText({ worker, root }) {
  return [
    "# Made by Gatehouse: npm run elevation -- setup. Taken away by: npm run elevation -- remove",
    `Defaults:${worker},${account} !use_pty, !requiretty, !lecture, env_reset, !setenv`,
    `${worker} ALL=(${account}) NOPASSWD: ${helper}`,
    ...(root ? [`${account} ALL=(root) NOPASSWD: ALL`] : []),
    "",
  ].join("\n");
}

/** A rule that sudo cannot read would shut everybody out, so it is checked before it stands. */
function writeRule({ worker, root }) {
  const next = path.join(rules, `.${ruleName(worker)}.next`); // a name with a dot is not read by sudo
  writeFileSync(next, ruleText({ worker, root }), { mode: 0o440 });
  const checked = spawnSync("/usr/sbin/visudo", ["-cqf", next], { encoding: "utf8" });
  if (checked.status !== 0) {
    rmSync(next, { force: true });
    throw new Blocked(`the sudoers rule is not accepted: ${(checked.stderr || checked.stdout || "").trim()}`);
  }
  renameSync(next, path.join(rules, ruleName(worker)));
}

async function setUp({ worker, root }) {
  await installPackages({ sudo: "sudo", procps: "pkill", "util-linux": "flock" });
  const from = existingAccount(worker);
  if (!from)
    throw new Blocked(
      `there is no account ${worker}.`,
      "npm start as root makes it; or name another: --worker ACCOUNT",
    );
  if (from.uid === 0) throw new Blocked("the worker's account must not be root.");
  const { uid, gid } = systemAccount(account);
  if (uid === from.uid) throw new Blocked(`${account} must not be the worker's account.`);
  mkdirSync(place, { recursive: true });
  chownSync(place, uid, gid);
  chmodSync(place, 0o700);
  mkdirSync(path.dirname(helper), { recursive: true, mode: 0o755 });
  const next = `${helper}.next`;
  copyFileSync(path.join(import.meta.dirname, "lib/elevated-run.sh"), next);
  chownSync(next, 0, 0);
  chmodSync(next, 0o755);
  renameSync(next, helper);
  writeRule({ worker, root });
  console.log(
    `Calls outside the sandbox: ${worker} may run them as ${account}${root ? ", and as root" : ", not as root"}.`,
  );
  console.log(
    "They stay off for every org until an admin turns `elevation` on, and ask for a password every time.",
  );
}

function remove({ worker }) {
  rmSync(path.join(rules, ruleName(worker)), { force: true });
  if (rulesOf().length === 0) {
    rmSync(helper, { force: true });
    rmSync(place, { recursive: true, force: true });
  }
  console.log(`${worker} may no longer run anything outside the sandbox.`);
}

function status() {
  const found = rulesOf();
  if (found.length === 0) return console.log("not set up on this host");
  for (const name of found) {
    const root = readFileSync(path.join(rules, name), "utf8").includes("(root)");
    console.log(`${name.slice(`${account}-for-`.length)}: as ${account}${root ? " and as root" : ""}`);
  }
}

try {
  const { values, positionals } = parseArgs({
    options: {
      worker: { type: "string", default: "gatehouse-worker" },
      root: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(values.worker))
    throw new Blocked("--worker is the name of an account.");
  if (process.getuid?.() !== 0) throw new Blocked("this is root's decision: run it as root.");
  const [what] = positionals;
  if (what === "setup") await setUp(values);
  else if (what === "remove") remove(values);
  else if (what === "status") status();
  else
    throw new Blocked(
      "say what to do: setup, status or remove",
      "npm run elevation -- setup [--root] [--worker ACCOUNT]",
    );
} catch (error) {
  explain(error);
  process.exit(1);
}
