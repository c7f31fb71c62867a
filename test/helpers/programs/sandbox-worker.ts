import { statSync } from "node:fs";
import { defaultLimits, type SandboxLimits } from "@gatehouse/core/sandbox/profile";
import { createSandboxHost } from "../../../apps/worker/src/process/sandbox-host.ts";

/**
 * A worker and nothing else around it, to be killed from outside: says `starting` just before it starts its commands,
 * each a moment after the other, every second one under strict execution. Arguments: run directory, launcher bundle, workspace, options as JSON, then argv.
 */
const [runDirectory = "", launcherFile = "", workspace = "", text = "{}", ...argv] = process.argv.slice(2);
const options: { limits?: Partial<SandboxLimits>; starts?: number; spreadMs?: number } = JSON.parse(text);
const host = await createSandboxHost({ runDirectory, launcherFile, log: () => undefined });
const found = statSync(workspace);
console.log("starting");
const runs = Array.from({ length: options.starts ?? 1 }, async (_, at) => {
  if (at > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * (options.spreadMs ?? 0)));
  const running = host.start({
    executionId: `killed-${at}`,
    argv,
    profile: {
      workspace: { path: workspace, device: found.dev, inode: found.ino },
      keep: null,
      mounts: [],
      masks: [],
      deniedCommands: [],
      network: { kind: "none" },
      environment: {},
      limits: { ...defaultLimits, ...options.limits },
      strict: at % 2 === 1,
      recordPrograms: false,
    },
    beforeGo: async () => true,
    onChunk: async () => undefined,
  });
  await running.done;
});
await Promise.all(runs);
await host.close();
