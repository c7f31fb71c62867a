import { statSync } from "node:fs";
import { defaultLimits } from "@gatehouse/core/sandbox/profile";
import { createSandboxHost } from "../../../apps/worker/src/process/sandbox-host.ts";

/**
 * A worker with one execution and nothing else, to be killed from outside: says `starting` just before the start and
 * `done` with the exit facts. Arguments: run directory, launcher bundle, workspace, limits as JSON, then argv.
 */
const [runDirectory = "", launcherFile = "", workspace = "", limits = "{}", ...argv] = process.argv.slice(2);
const host = await createSandboxHost({ runDirectory, launcherFile, log: () => undefined });
const found = statSync(workspace);
console.log("starting");
const running = host.start({
  executionId: "killed",
  argv,
  profile: {
    workspace: { path: workspace, device: found.dev, inode: found.ino },
    keep: null,
    mounts: [],
    masks: [],
    deniedCommands: [],
    network: { kind: "none" },
    environment: {},
    limits: { ...defaultLimits, ...JSON.parse(limits) },
    strict: false,
  },
  beforeGo: async () => true,
  onChunk: async () => undefined,
});
const facts = await running.done;
console.log(`done ${JSON.stringify(facts)}`);
await host.close();
