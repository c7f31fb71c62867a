// Starting the two applications out of a release, and waiting until each is ready.
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "./child.mjs";
import { serviceEnvironment } from "./environment.mjs";
import { Blocked, troubleIn } from "./say.mjs";

const readyMs = 90_000;

function failure(name, started, logFile) {
  const trouble = troubleIn(started.lines);
  const last = started.lines.slice(-10).join("\n  ");
  return new Blocked(
    `${name} did not start${trouble ? `: ${trouble}` : ""}\n  ${last}`,
    logFile && `see ${logFile}`,
  );
}

/** A connection of its own that is closed at once: one kept open would hold up the end of the server. */
function answers(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 5_000 }, (response) => {
      response.resume();
      resolve((response.statusCode ?? 500) < 500);
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(false));
  });
}

export async function startWeb({ parts, host, port, environment, identity, logFile }) {
  const { environment: own, ...part } = parts.web({ host, port });
  const env = serviceEnvironment({ ...own, ...environment, PORT: String(port), HOSTNAME: host });
  const started = startChild({ ...part, env, identity, logFile });
  const local = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  let ended = false;
  started.exited.then(() => {
    ended = true;
  });
  for (const until = Date.now() + readyMs; Date.now() < until && !ended; await sleep(100)) {
    if (await answers(`http://${local.includes(":") ? `[${local}]` : local}:${port}/healthz`)) return started;
  }
  await started.stop();
  throw failure("the web server", started, logFile);
}

/** `place` puts the new process into its control groups, long before it starts anything itself. */
export async function startWorker({ parts, environment, identity, logFile, place }) {
  const { environment: own, ...part } = parts.worker();
  const started = startChild({
    ...part,
    env: serviceEnvironment({ ...own, ...environment }),
    identity,
    logFile,
  });
  if (started.child.pid !== undefined) place(started.child.pid);
  if (await started.sees(/worker ready/, readyMs)) return started;
  await started.stop();
  throw failure("the worker", started, logFile);
}
