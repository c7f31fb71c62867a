// One stage of the tests that only root can run: `npm start` by root leaves nothing but the launcher with root's rights.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { systemAccount } from "./accounts.mjs";
import { freePort } from "./ports.mjs";
import { isAlive } from "./processes.mjs";

const accountOf = {
  Postgres: "gatehouse-db",
  Redis: "gatehouse-db",
  "the web server": "gatehouse-web",
  "the worker": "gatehouse-worker",
};

function statusOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name) => new RegExp(`^${name}:[ \\t]*(.*)$`, "m").exec(text)?.[1] ?? "";
    return {
      parent: Number(field("PPid")),
      uids: field("Uid").split(/\s+/).map(Number),
      groups: field("Groups").trim(),
    };
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return undefined;
    throw error;
  }
}

function descendantsOf(root) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    const status = /^\d+$/.test(name) ? statusOf(name) : undefined;
    if (status) parents.set(Number(name), status.parent);
  }
  const below = (pid) => {
    for (let at = parents.get(pid); at; at = parents.get(at)) if (at === root) return true;
    return false;
  };
  return [...parents.keys()].filter(below);
}

async function startOnce({ tree, data, port }) {
  const env = { PATH: process.env.PATH, LANG: "C.UTF-8", GATEHOUSE_DATA: data };
  const args = [path.join(tree, "bin/start.mjs"), "--port", String(port)];
  const child = spawn(process.execPath, args, { cwd: tree, env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const began = Date.now();
  const line = await Promise.race([
    new Promise((resolve) => {
      createInterface({ input: child.stdout }).on("line", (text) => {
        console.log(`  ${text}`);
        if (/^(Set up Gatehouse|Gatehouse is ready): /.test(text)) resolve(text);
      });
    }),
    exited.then(() => undefined),
    sleep(300_000, undefined, { ref: false }),
  ]);
  const stop = async () => {
    child.kill("SIGTERM");
    const killer = setTimeout(() => child.kill("SIGKILL"), 60_000);
    const [code] = await exited;
    clearTimeout(killer);
    return code;
  };
  return { child, line, seconds: (Date.now() - began) / 1000, stop };
}

export async function smokeAsRoot({ tree, tally }) {
  const data = mkdtempSync("/var/tmp/gatehouse-smoke-");
  const port = await freePort();
  const failures = [];
  let count = 0;
  const expect = (what, holds) => {
    count += 1;
    console.log(`  ${holds ? "ok  " : "FAIL"} ${what}`);
    if (!holds) failures.push(what);
  };
  try {
    const first = await startOnce({ tree, data, port });
    expect("npm start by root ends with the one-time link", /\/setup\?token=\S+$/.test(first.line ?? ""));
    const processes = JSON.parse(readFileSync(path.join(data, "processes.json"), "utf8"));
    for (const [name, account] of Object.entries(accountOf)) {
      const { uid } = systemAccount(account);
      const part = processes.find((entry) => entry.name === name);
      const status = part && statusOf(part.pid);
      expect(
        `${name} runs as ${account}`,
        status?.uids.every((found) => found === uid) === true && status.groups === "",
      );
    }
    const below = descendantsOf(first.child.pid).map(statusOf).filter(Boolean);
    expect(
      "no process below the launcher has root's rights",
      below.length >= 4 && below.every(({ uids }) => !uids.includes(0)),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).catch((error) => ({
      status: error.message,
    }));
    expect("the web server answers", answer.status < 400);
    expect("SIGTERM stops it with exit code 0", (await first.stop()) === 0);
    expect("nothing it started is left", !processes.some(isAlive));

    const second = await startOnce({ tree, data, port });
    expect("a second start takes seconds", second.line !== undefined && second.seconds < 45);
    await second.stop();
  } catch (error) {
    expect(`the stage itself: ${error.message}`, false);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  tally.add("npm start as root", {
    passed: count - failures.length,
    failed: failures.length,
    titles: failures,
  });
}
