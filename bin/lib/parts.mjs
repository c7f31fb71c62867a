// How each part is started: out of a release, as people run it, or out of the sources, as `npm run dev` does.
import path from "node:path";

export function releaseParts({ node, release }) {
  const production = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const bundled = (name) => ({
    command: node,
    args: [path.join(release, "worker", `${name}.mjs`)],
    cwd: release,
    environment: production,
  });
  const web = path.join(release, "web/apps/web");
  return {
    web: () => ({
      command: node,
      args: [path.join(web, "server.js")],
      cwd: web,
      environment: { ...production, SHELL_WASM_DIR: path.join(release, "worker") },
    }),
    worker: () => bundled("main"),
    command: bundled,
  };
}

/** Both applications start anew, or take over what changed, when a source file is saved. */
export function sourceParts(root) {
  const development = { NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1", HOME: process.env.HOME };
  const tsx = path.join(root, "node_modules/tsx/dist/cli.mjs");
  const from = (args, cwd = root) => ({ command: process.execPath, args, cwd, environment: development });
  const next = path.join(root, "node_modules/next/dist/bin/next");
  return {
    web: ({ host, port }) =>
      from([next, "dev", "--hostname", host, "--port", String(port)], path.join(root, "apps/web")),
    worker: () => from([tsx, "watch", "--clear-screen=false", path.join(root, "apps/worker/src/main.ts")]),
    command: (name) => from([tsx, path.join(root, `bin/${name}.mjs`)]),
  };
}
